import { allTools } from "../../src/tools/index.ts";
import { toolJson } from "../../src/tools/schema.ts";
import type { Generated } from "./generated.ts";

interface Schema {
  type?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  const?: unknown;
}

const TARGETING = ["platform", "device", "sessionUuid", "keepScreenAwake"];

/** docs/reference/tools.md: what each tool does and takes, from the same definitions that clients get. */
export function toolsReferenceFile(): Generated {
  const sections = allTools.map((tool) => {
    const json = toolJson(tool);
    const schema = json.inputSchema as Schema;
    const rows = Object.entries(schema.properties ?? {})
      .filter(([name]) => !TARGETING.includes(name) || schema.required?.includes(name))
      .map(
        ([name, property]) =>
          `| \`${name}\` | ${typeOf(property)} | ${schema.required?.includes(name) ? "yes" : ""} | ${cell(property.description ?? "")} |`,
      );
    const traits = [
      tool.deviceAware ? "device-aware" : "needs no device",
      ...(tool.readOnly ? ["only reads"] : []),
      ...(tool.enabledByDefault ? [] : ["off by default"]),
    ];
    const table =
      rows.length > 0
        ? ["| argument | type | required | |", "| --- | --- | --- | --- |", ...rows]
        : ["No arguments of its own."];
    return [
      `## ${tool.name}`,
      "",
      `*${capitalize(traits.join(", "))}.*`,
      "",
      tool.description,
      "",
      ...table,
      "",
    ].join("\n");
  });
  return { path: "docs/reference/tools.md", text: `${HEAD}\n${sections.join("\n")}` };
}

const LEFT_OUT_TOOLS =
  "accessibility, accessibilityFocus, barrier, biometricAuth, changeLocalization, clearKeyValueFile, clearMockNetwork, crashApp, criticalSection, debugSearch, deleteDevice, deviceSnapshot, displayConfig, doctor, explore, exportPlan, getAndroid, getApple, getAppPermissions, getDataStore, getDeepLinks, getIosSimulatorCapabilities, getNetworkGraph, getNotificationPolicy, getPreference, highlight, hitTest, identifyInteractions, killDevice, listDataStores, listDeviceImages, mockNetwork, network, phoneCall, pinchOn, postNotification, prototype, provisionDevice, putAppFile, recordSteps, removeKeyValue, resetKeychain, selectAllText, sendSms, setActiveDevice, setAppPermissions, setDeviceState, setKeyValue, setNotificationPolicy, setPreference, setUIState, shake, snapshotOf, sqlQuery, stageSharedStorage, startDevice, startTestRecording, systemTray, tapAny, uninstallApp, videoRecording, wakeAndUnlock";

const LEFT_OUT_ARGUMENTS =
  "observe's settled, screenshot, crop, screenshotOptions, display, skipBackStack and scope, and its waitFor predicates on class name, posture and display; tapOn's accessibilityLink, sibling, subtext, preTapStability, retryIfNoChange and ensureTap; swipeOn's boomerang, apexPause and returnSpeed; executePlan's devices, deviceAllocationTimeoutMs, abortStrategy, testMetadata and captureObserveSteps; keyboard's listImes and listProfiles; listDevices' requires";

const HEAD = `# Tools of the auto-mobile server

Generated from the tool definitions by \`bun run generate\`; \`schemas/tool-definitions.json\` has the full JSON schemas.

Device-aware tools also take \`platform\`, \`device\` (a serial of \`listDevices\`), \`sessionUuid\` and \`keepScreenAwake\`, none of
them required: with one device online there is nothing to choose. Actions on the screen answer with the one they left: \`message\`,
\`effect\`, \`observationDiff\` and \`observation\`. A failure is \`isError\` with the text \`Error: <one sentence>\`, or JSON with
\`code\` and \`retryable\`.

Within AutoMobile's contract. Of AutoMobile's tools these are left out: ${LEFT_OUT_TOOLS}.
Of the tools that are here, these arguments are left out and refused as unknown: ${LEFT_OUT_ARGUMENTS}.
Results of an action on the same screen list what was added, removed and changed; an ambiguous selector is an error that lists
the matches unless \`index\` or \`selectionStrategy\` is given.
`;

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === "object" && schema.properties) {
    const keys = Object.keys(schema.properties).map((key) =>
      schema.required?.includes(key) ? key : `${key}?`,
    );
    return `\`{${keys.join(", ")}}\``;
  }
  return schema.type ?? "any";
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/[{}]/g, (brace) => `\\${brace}`);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
