/**
 * Serves a playbook until it is interrupted: `bun scripts/scripted-model/cli.ts playbook.yml [name=value ...]`.
 * Prints the URL on stdout and each request on stderr. Exit codes: 0 stopped, 1 playbook and client parted, 2 usage.
 */
import { PlaybookError, startScriptedModel } from "./index.ts";

const [playbook, ...pairs] = process.argv.slice(2);
if (playbook === undefined || playbook.startsWith("-") || pairs.some((pair) => !/^[A-Za-z]\w*=/.test(pair))) {
  console.error("Usage: bun scripts/scripted-model/cli.ts <playbook.yml> [deviceSerial=emulator-5554 ...]");
  process.exit(playbook === "--help" ? 0 : 2);
}
const placeholders = Object.fromEntries(
  pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
);
const model = await startScriptedModel({
  playbook,
  placeholders,
  onRequest: (request) => console.error(`${request.method} ${request.path} -> ${request.answer}`),
}).catch((error: unknown) => {
  if (!(error instanceof PlaybookError)) throw error;
  for (const problem of error.problems) {
    console.error(`${problem.where}: ${problem.message} [${problem.code}]`);
    if (problem.frame) console.error(problem.frame);
    if (problem.hint) console.error(`  ${problem.hint}`);
  }
  process.exit(2);
});
console.log(model.url);
const stop = async () => {
  await model.stop();
  process.exit(model.failure() ? 1 : 0);
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
