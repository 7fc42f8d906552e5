/** Inputs of the short measurements, generated. */
export const SEQUENCE_LENGTHS = [10, 1_000, 20_000] as const;
export const SEQUENCE_KINDS = ["similar", "shuffled", "disjoint"] as const;
export const DUMP_SIZES = [300, 20_000] as const;

/**
 * Two tool sequences: `similar` has an extra call at every fiftieth place, `shuffled` the same names in another order,
 * `disjoint` no name in common.
 */
export function sequencesOf(
  length: number,
  kind: (typeof SEQUENCE_KINDS)[number],
): { baseline: string[]; actual: string[] } {
  const baseline = Array.from({ length }, (_, index) => `tool${index % 20}`);
  switch (kind) {
    case "similar":
      return {
        baseline,
        actual: baseline.flatMap((tool, index) => (index % 50 === 7 ? [tool, "observe"] : [tool])),
      };
    case "shuffled":
      return {
        baseline,
        actual: baseline.map((_, index) => `tool${(Math.imul(index + 77, 2_654_435_761) >>> 8) % 20}`),
      };
    case "disjoint":
      return { baseline, actual: baseline.map((tool) => `other-${tool}`) };
  }
}

/** A dump of one window with `nodes` rows, as uiautomator writes it. */
export function dumpOf(nodes: number): Uint8Array {
  const node = (index: number) =>
    `<node index="${index}" text="Row ${index}" resource-id="com.suite:id/row" class="android.widget.TextView" package="com.suite" content-desc="Row number ${index}" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,${index}][1080,${index + 60}]" />`;
  const rows = Array.from({ length: nodes }, (_, index) => node(index)).join("");
  return new TextEncoder().encode(
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" class="android.widget.FrameLayout" package="com.suite" bounds="[0,0][1080,90000]">${rows}</node></hierarchy>`,
  );
}
