/** The package has no types of its own. */
declare module "@devicefarmer/adbkit-apkreader" {
  export default class ApkReader {
    static open(path: string): Promise<ApkReader>;
    readManifest(): Promise<Record<string, unknown>>;
  }
}
