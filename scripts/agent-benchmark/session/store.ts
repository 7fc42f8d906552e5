import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { RunError, reasonOf, UsageError } from "../errors.ts";
import { SessionSchema, type SessionState } from "./state.ts";

export const SESSION_FILE = "session.json";

/** Reads a session folder. Throws UsageError SESSION_UNREADABLE with what is wrong. */
export function readSession(folder: string): SessionState {
  const path = join(folder, SESSION_FILE);
  const unreadable = (why: string) =>
    new UsageError({
      code: "SESSION_UNREADABLE",
      where: existsSync(path) ? path : folder,
      message: `This is no session: ${why}.`,
      hint: "Name the folder that an earlier --trials run printed.",
    });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable("the file is no JSON");
    throw unreadable(existsSync(path) ? reasonOf(error) : `there is no ${SESSION_FILE}`);
  }
  const validate = new Ajv2020({ strict: false }).compile<SessionState>(
    JSON.parse(JSON.stringify(SessionSchema)),
  );
  if (validate(value)) return value;
  const first = validate.errors?.[0];
  throw unreadable(`${first?.instancePath || "the file"} ${first?.message ?? "is not as expected"}`);
}

/** Writes `session.json` by rename, so that a reader or a crash never sees half of it. Throws RunError SESSION_UNWRITABLE. */
export function writeSession(folder: string, state: SessionState): void {
  const path = join(folder, SESSION_FILE);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, `${JSON.stringify(state, null, 2)}\n`);
    renameSync(temporary, path);
  } catch (error) {
    throw new RunError({
      code: "SESSION_UNWRITABLE",
      where: path,
      message: `The session can't be written: ${reasonOf(error)}.`,
      hint: "Choose another place with --output, or make this one writable.",
    });
  }
}
