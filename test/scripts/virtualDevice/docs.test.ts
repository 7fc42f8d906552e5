import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  staleVirtualDeviceReference,
  virtualDeviceReference,
} from "../../../scripts/generate/virtual-device-docs.ts";
import { FAULTS } from "../../../scripts/virtual-device/faults.ts";
import { COMMANDS } from "../../../scripts/virtual-device/shell/commands.ts";

test("the reference names every command and every fault, and is up to date", () => {
  const { text } = virtualDeviceReference();
  for (const name of COMMANDS.keys()) expect(text).toContain(`| \`${name}\` |`);
  for (const { name } of FAULTS) expect(text).toContain(`| \`${name}\` |`);
  expect(staleVirtualDeviceReference(join(import.meta.dir, "../../.."))).toEqual([]);
});
