import { version } from "../package.json";

/** Version of the package, as in package.json. */
export const serverVersion: string = version;

/**
 * Which build this is: `scripts/build.ts` writes the first 12 hex digits of the bundle's own SHA-256 over the
 * placeholder. Unbundled (tests, development) it stays "source".
 */
const stamped: string = "@@BUILD-ID@@";
export const buildId: string = stamped.startsWith("@@") ? "source" : stamped;
