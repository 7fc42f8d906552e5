/** One word of a POSIX shell command; quoted only where it has to be. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command that can be pasted into a POSIX shell. */
export function quoteCommand(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}
