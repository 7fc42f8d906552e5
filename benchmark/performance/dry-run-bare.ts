/** The least that checks suites: `bun dry-run-bare.ts <folder>` reads, parses and validates each, and nothing else. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { parse } from "yaml";

const folder = process.argv[2] ?? ".";
const schema = JSON.parse(readFileSync(join(import.meta.dir, "../../schemas/suite.schema.json"), "utf8"));
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
let valid = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith(".yml"))) {
  const suite: unknown = parse(readFileSync(join(folder, name), "utf8"));
  if (!validate(suite)) throw new Error(`${name}: ${JSON.stringify(validate.errors)}`);
  valid += 1;
}
console.log(valid);
