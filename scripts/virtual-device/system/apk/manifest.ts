import type { IntentFilter } from "../types.ts";
import { type AttributeValue, decodeAxml, encodeAxml, type XmlElement } from "./axml.ts";
import { readZipEntry, writeZip } from "./zip.ts";

/** What the package manager takes from an APK. */
export interface ApkInfo {
  packageName: string;
  versionCode: number;
  versionName: string;
  minSdk: number;
  targetSdk: number;
  label: string;
  debuggable: boolean;
  testOnly: boolean;
  /** Fully qualified class names. */
  activities: { name: string; exported: boolean; filters: IntentFilter[] }[];
  permissions: string[];
}

const text = (value: AttributeValue | undefined): string | null => (typeof value === "string" ? value : null);
const number = (value: AttributeValue | undefined, fallback: number): number =>
  typeof value === "number" ? value : typeof value === "string" ? Number(value) || fallback : fallback;

/** `.Main` and `Main` in package a.b are a.b.Main. */
function qualifyClass(packageName: string, name: string): string {
  if (name.startsWith(".")) return packageName + name;
  return name.includes(".") ? name : `${packageName}.${name}`;
}

function readFilter(element: XmlElement): IntentFilter {
  const values = (tag: string, attribute: string): string[] =>
    element.children.flatMap((child) =>
      child.name === tag ? (text(child.attributes[attribute]) ?? []) : [],
    );
  return {
    actions: values("action", "name"),
    categories: values("category", "name"),
    schemes: values("data", "scheme"),
    hosts: values("data", "host"),
  };
}

/** Reads the manifest of an APK. Throws an Error whose message says what is wrong with the file. */
export function readApk(apk: Uint8Array): ApkInfo {
  const bytes = readZipEntry(apk, "AndroidManifest.xml");
  if (!bytes) throw new Error("AndroidManifest.xml is missing");
  const manifest = decodeAxml(bytes);
  const packageName = text(manifest.attributes.package);
  if (manifest.name !== "manifest" || !packageName) throw new Error("manifest without a package");
  const sdk = manifest.children.find((child) => child.name === "uses-sdk");
  const application = manifest.children.find((child) => child.name === "application");
  const minSdk = number(sdk?.attributes.minSdkVersion, 1);
  const components = application?.children ?? [];
  return {
    packageName,
    versionCode: number(manifest.attributes.versionCode, 0),
    versionName: text(manifest.attributes.versionName) ?? "null",
    minSdk,
    targetSdk: number(sdk?.attributes.targetSdkVersion, minSdk),
    label: text(application?.attributes.label) ?? packageName,
    debuggable: application?.attributes.debuggable === true,
    testOnly: application?.attributes.testOnly === true,
    activities: components
      .filter((child) => child.name === "activity" || child.name === "activity-alias")
      .map((child) => {
        const filters = child.children.filter((inner) => inner.name === "intent-filter").map(readFilter);
        return {
          name: qualifyClass(packageName, text(child.attributes.name) ?? ""),
          exported:
            typeof child.attributes.exported === "boolean" ? child.attributes.exported : filters.length > 0,
          filters,
        };
      }),
    permissions: manifest.children
      .filter((child) => child.name === "uses-permission")
      .flatMap((child) => text(child.attributes.name) ?? []),
  };
}

/** An APK with just a manifest, the same bytes for the same input: enough for every tool that only installs it. */
export function buildApk(info: ApkInfo): Uint8Array {
  const element = (
    name: string,
    attributes: Record<string, AttributeValue>,
    children: XmlElement[] = [],
  ): XmlElement => ({ name, attributes, children });
  const filter = (item: IntentFilter): XmlElement =>
    element("intent-filter", {}, [
      ...item.actions.map((name) => element("action", { name })),
      ...item.categories.map((name) => element("category", { name })),
      ...item.schemes.map((scheme) => element("data", { scheme })),
      ...item.hosts.map((host) => element("data", { host })),
    ]);
  const manifest = element(
    "manifest",
    { versionCode: info.versionCode, versionName: info.versionName, package: info.packageName },
    [
      element("uses-sdk", { minSdkVersion: info.minSdk, targetSdkVersion: info.targetSdk }),
      ...info.permissions.map((name) => element("uses-permission", { name })),
      element(
        "application",
        { label: info.label, debuggable: info.debuggable, testOnly: info.testOnly },
        info.activities.map(({ name, exported, filters }) =>
          element("activity", { name, exported }, filters.map(filter)),
        ),
      ),
    ],
  );
  return writeZip([{ name: "AndroidManifest.xml", data: encodeAxml(manifest) }]);
}
