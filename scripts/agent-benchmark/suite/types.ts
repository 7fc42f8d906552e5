/** A value of an Android SharedPreferences file, with the XML type it is written as. */
export type Preference =
  | { type: "boolean"; value: boolean }
  | { type: "int"; value: number }
  | { type: "long"; value: number }
  | { type: "float"; value: number }
  | { type: "string"; value: string }
  | { type: "string-set"; value: string[] };

/** File name without `.xml` -> key -> value. */
export type SharedPreferences = Record<string, Record<string, Preference>>;

export interface AppBuild {
  packageName: string;
  versionName: string | null;
  versionCode: number | null;
  /** As the device prints it (device time zone); null when the suite installs the APK. */
  lastUpdateTime: string | null;
  /** SHA-256 of the APK, 16 hex digits, when the suite sets app.apkPath. */
  apkSha256: string | null;
}

/** A digest with the parts it was made from, so that a mismatch can be explained. null = unknown. */
export interface Fingerprint {
  /** 16 hex digits of SHA-256 over the parts; null when a part that matters is unknown. */
  digest: string | null;
  parts: Record<string, string | null>;
}

/** The recorded numbers and fingerprints a later run is compared with. Every part is optional. */
export interface SuiteBaseline {
  /** Metric name (see METRIC_NAMES in suite/metric-names.ts) -> recorded value. */
  metrics: Record<string, number>;
  /** Short tool name -> number of calls. */
  tools: Record<string, number>;
  appBuild: AppBuild | null;
  suiteDigest: Fingerprint | null;
  deviceFingerprint: Fingerprint | null;
  claudeCodeVersion: string | null;
  serverBuild: Fingerprint | null;
  observedModel: string | null;
}

/** A validated suite file with every default filled in. Placeholders are still in the texts. */
export interface Suite {
  name: string;
  /** Absolute path of the suite file. */
  path: string;
  platform: "android";
  prompt: { path: string; text: string };
  /** apkPath is absolute; writtenApkPath is the suite's own words, which digests use so that they are the same on every machine. */
  app: { packageName: string; apkPath: string | null; writtenApkPath?: string | null };
  preflight: {
    clearAppData: boolean;
    sharedPreferences: SharedPreferences;
    /** null: the app's launcher activity is started instead. */
    launchUri: string | null;
    settleSeconds: number;
    startScreenIncludes: string[];
  };
  claude: {
    model: string | null;
    appendSystemPrompt: string;
    allowedTools: string[];
    disallowedTools: string[];
    maxBudgetUsd: number | null;
    timeoutSeconds: number;
  };
  verify: { answerIncludes: string[]; screenIncludes: string[] };
  failurePatterns: string[];
  ignoredFailurePatterns: string[];
  task: { minSteps: number | null; difficulty: "easy" | "medium" | "hard" | null; category: string | null };
  baseline: SuiteBaseline | null;
  baselineToolSequence: string[];
}

export interface PlaceholderValues {
  deviceSerial: string;
  packageName: string;
  runDirectory: string;
}
