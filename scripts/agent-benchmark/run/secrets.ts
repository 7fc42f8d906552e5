import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Names whose values are credentials. Proxy and base URLs may hold a user and a password: see `urlCredentials`. */
const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH|COOKIE|HEADERS|PRIVATE)/i;
const HARMLESS_NAME = /(_FILE|_PATH|_DIR|_SOCK|AUTH_SOCK|KEY_ID_DIGEST|KEYBOARD)$/i;
const SHORTEST = 8;

/**
 * The values of `env` that must never stand in an artifact: credentials by name, each value of a header list, and the
 * user info of URLs. Values shorter than 8 characters are left out: replacing them would tear ordinary text apart.
 */
export function collectSecrets(env: Record<string, string | undefined>): string[] {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    for (const part of urlCredentials(value)) found.add(part);
    if (!SECRET_NAME.test(name) || HARMLESS_NAME.test(name)) continue;
    found.add(value);
    for (const line of value.split(/[\n,]/)) {
      const header = /^[\w-]+\s*:\s*(.+)$/.exec(line.trim())?.[1];
      if (!header) continue;
      found.add(header);
      const bearer = /^(?:Bearer|Basic)\s+(.+)$/i.exec(header)?.[1];
      if (bearer) found.add(bearer);
    }
  }
  return [...found].filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length);
}

function urlCredentials(value: string): string[] {
  const userInfo = /^[a-z][\w+.-]*:\/\/([^/@\s]+)@/i.exec(value)?.[1];
  if (!userInfo) return [];
  const password = userInfo.split(":").slice(1).join(":");
  return [userInfo, password, decode(password)].filter(Boolean);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How a secret may stand in a file: as it is, JSON-escaped, and URL-encoded. */
function spellings(secrets: readonly string[]): Buffer[] {
  return [
    ...new Set(secrets.flatMap((one) => [one, JSON.stringify(one).slice(1, -1), encodeURIComponent(one)])),
  ].map((one) => Buffer.from(one));
}

/** Replaces every secret in `text` with asterisks. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "********"), text);
}

const CHUNK = 1 << 20;

/**
 * Overwrites every secret in every file below `directory` with asterisks of the same length (offsets and sizes stay).
 * Constant memory whatever the file's size. Symbolic links are not followed. Returns the files that held one.
 */
export function scrubDirectory(directory: string, secrets: readonly string[]): string[] {
  const needles = spellings(secrets);
  if (needles.length === 0) return [];
  return filesBelow(directory).filter((file) => scrubFile(file, needles));
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    const entry = lstatSync(path);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

function scrubFile(path: string, needles: Buffer[]): boolean {
  const overlap = Math.max(...needles.map((needle) => needle.length)) - 1;
  let handle: number;
  try {
    handle = openSync(path, "r+");
  } catch {
    return holdsSecret(path, needles);
  }
  let found = false;
  try {
    const buffer = Buffer.alloc(CHUNK + overlap);
    for (let offset = 0; ; offset += CHUNK) {
      const length = readSync(handle, buffer, 0, buffer.length, offset);
      if (length === 0) break;
      const window = buffer.subarray(0, length);
      for (const needle of needles) {
        for (let at = window.indexOf(needle); at !== -1; at = window.indexOf(needle, at + needle.length)) {
          found = true;
          writeSync(handle, Buffer.alloc(needle.length, "*"), 0, needle.length, offset + at);
        }
      }
      if (length < buffer.length) break;
    }
  } finally {
    closeSync(handle);
  }
  return found;
}

function holdsSecret(path: string, needles: Buffer[]): boolean {
  try {
    const content = readFileSync(path);
    return needles.some((needle) => content.includes(needle));
  } catch {
    return false;
  }
}
