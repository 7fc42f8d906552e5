/** `cmd uimode night`: dark, light, or "auto" where the answer does not say what is shown now. */
export function parseUimodeNight(output: string): "dark" | "light" | "auto" | null {
  const mode = /^\s*Night mode:\s*([a-z_]+)/im.exec(output)?.[1]?.toLowerCase();
  if (mode === "yes") return "dark";
  if (mode === "no") return "light";
  return mode === undefined ? null : "auto";
}

/** What `dumpsys uimode` says is shown now; the only source before Android 10. */
export function parseUimodeDump(output: string): "dark" | "light" | null {
  const computed = /\bmComputedNightMode=(true|false)/.exec(output)?.[1];
  if (computed !== undefined) return computed === "true" ? "dark" : "light";
  const mode = /\bmNightMode=(\d)/.exec(output)?.[1];
  return mode === "2" ? "dark" : mode === "1" ? "light" : null;
}
