/** C0 and C1 controls, line separators, and the marks that turn the direction of what follows. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of an app or a device made harmless for a terminal or a log: what could move the cursor, colour or turn the text
 * is shown as `\uXXXX`. JSON stays the same JSON, because there the escape means the character. `keep`: characters to leave.
 */
export function escapeControls(text: string, keep = ""): string {
  return text.replace(UNSAFE, (character) =>
    keep.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
