import { isRecord, type ModelRequest } from "./request.ts";

/** Main-thread system prompts of Claude Code are tens of kB; those of its helper requests a few hundred characters. */
const MAIN_SYSTEM_LENGTH = 2000;

/** Whether a request is one of Claude Code's helpers (quota probe, title, summary, web fetch) and takes no turn. */
export function isSideRequest(request: ModelRequest): boolean {
  if (request.maxTokens === 1 || request.outputSchema !== null) return true;
  return request.tools.length === 0 && request.systemLength < MAIN_SYSTEM_LENGTH;
}

/** A short answer to a helper request; one that fits the schema when there is one. */
export function sideAnswer(request: ModelRequest): string {
  return request.outputSchema === null ? "ok" : JSON.stringify(smallest(request.outputSchema));
}

/** The smallest plain value a JSON schema suggests: enough for the few schemas Claude Code sends. */
function smallest(schema: unknown): unknown {
  if (!isRecord(schema)) return "ok";
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ("const" in schema) return schema.const;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object": {
      const properties = isRecord(schema.properties) ? schema.properties : {};
      return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, smallest(value)]));
    }
    case "array":
      return [];
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "ok";
  }
}
