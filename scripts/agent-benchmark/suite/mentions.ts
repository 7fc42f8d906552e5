/**
 * The files that a prompt mentions as `@path`. Claude Code reads such a file into the conversation, whatever tools the run
 * has (measured on 2.1.197 and 2.1.332), so that the prompt would depend on the machine. Claude runs in an empty
 * directory: only a path that leads out of it can name a file, `@name` stays text. Nothing switches this off without
 * dropping the server's instructions too.
 */
export function fileMentions(prompt: string): string[] {
  return [...prompt.matchAll(/(?:^|\s)@(?:"([^"]+)"|([^\s"]+))/g)]
    .map((match) => (match[1] ?? match[2] ?? "").replace(/[.,;:!?)\]]+$/, ""))
    .filter(
      (path) => /^(\/|~|\.\.?[/\\]|[A-Za-z]:[/\\]|\{runDirectory\})/.test(path) || path.includes("../"),
    );
}
