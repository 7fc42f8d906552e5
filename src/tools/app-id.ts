import { z } from "zod";

/** An Android package name (Android documentation, "Set the application ID"): two or more dotted identifiers. */
export const appIdSchema = z
  .string()
  .max(255)
  .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/, "is no package name, e.g. com.example.app")
  .describe("Package name of the app");
