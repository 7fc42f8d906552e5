import { failure } from "./failures.ts";
import { type AdbEndpoint, AdbError } from "./types.ts";
import { openWire, type Wire, type WireOptions } from "./wire.ts";

/**
 * The adb server's request framing (AOSP packages/modules/adb OVERVIEW.TXT and SERVICES.TXT): four hex digits of length
 * and the request; `OKAY`, or `FAIL` with a length-prefixed reason. A host request's answer is length-prefixed too.
 */
async function request(wire: Wire, text: string): Promise<void> {
  const body = Buffer.from(text, "utf8");
  if (body.length > 0xffff) {
    throw new AdbError("BAD_ARGUMENT", `adb: a request of ${body.length} bytes is longer than 65535`);
  }
  await wire.write(Buffer.concat([Buffer.from(body.length.toString(16).padStart(4, "0")), body]));
  await expectOkay(wire, text);
}

/** Reads OKAY; a FAIL becomes a typed AdbError. */
async function expectOkay(wire: Wire, what: string): Promise<void> {
  const status = (await wire.read(4)).toString("latin1");
  if (status === "OKAY") return;
  if (status === "FAIL") throw failure((await readText(wire)) ?? "", shorten(what));
  throw new AdbError("PROTOCOL", `adb: ${JSON.stringify(status)} instead of OKAY or FAIL (${shorten(what)})`);
}

/** A host request with a length-prefixed answer: `host:version`, `host:devices-l`, `host-serial:S:features`. */
export async function hostQuery(endpoint: AdbEndpoint, text: string, options: Omit<WireOptions, "what">) {
  const wire = await openWire(endpoint, { ...options, what: text });
  try {
    await request(wire, text);
    return await readText(wire);
  } finally {
    wire.destroy();
  }
}

/** Opens a device's service, over a connection that was prepared for it when there is one. */
export async function openService(
  endpoint: AdbEndpoint,
  serial: string,
  service: string,
  options: Omit<WireOptions, "what">,
  prepared: Wire | null = null,
): Promise<Wire> {
  const limits = { ...options, what: `${serial}: ${shorten(service)}` };
  if (prepared) prepared.limit(limits);
  const wire = prepared ?? (await selectDevice(endpoint, serial, limits));
  try {
    await request(wire, service);
    return wire;
  } catch (error) {
    wire.destroy();
    throw error;
  }
}

/** Nothing has reached the device yet, so a connection that breaks here is simply made again, once. */
export async function selectDevice(
  endpoint: AdbEndpoint,
  serial: string,
  options: WireOptions,
): Promise<Wire> {
  // An empty serial would mean "any device" to the server.
  if (serial === "") throw new AdbError("BAD_ARGUMENT", "adb: an empty device serial");
  for (let attempt = 1; ; attempt++) {
    const wire = await openWire(endpoint, options);
    try {
      await request(wire, `host:transport:${serial}`);
      return wire;
    } catch (error) {
      wire.destroy();
      if (attempt === 1 && error instanceof AdbError && error.code === "CLOSED") continue;
      throw error;
    }
  }
}

async function readText(wire: Wire): Promise<string> {
  const header = (await wire.read(4)).toString("latin1");
  if (!/^[0-9a-fA-F]{4}$/.test(header)) {
    throw new AdbError("PROTOCOL", `adb: ${JSON.stringify(header)} instead of a length`);
  }
  return (await wire.read(Number.parseInt(header, 16))).toString("utf8");
}

function shorten(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, " ");
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}
