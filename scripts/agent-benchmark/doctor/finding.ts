/** What a check found. `problem`: a run would not work. `note`: it works, with something to know. */
export interface Finding {
  /** Bun, adb, devices, Claude Code, sign-in, server. */
  subject: string;
  status: "ok" | "note" | "problem";
  detail: string;
  /** What to do, for anything but ok. */
  hint: string | null;
}

export function ok(subject: string, detail: string): Finding {
  return { subject, status: "ok", detail, hint: null };
}

export function note(subject: string, detail: string, hint: string): Finding {
  return { subject, status: "note", detail, hint };
}

export function problem(subject: string, detail: string, hint: string): Finding {
  return { subject, status: "problem", detail, hint };
}
