import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { resolveAdbEndpoint } from "../../../src/android/adb/endpoint.ts";
import { shortDigest } from "./digest.ts";
import { plainOrDigest, urlIdentity } from "./url-identity.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface ProviderOptions {
  /** The environment that Claude gets. */
  env: Env;
  /** The adb server's socket spec, where Claude's environment does not name it. Null is unknown. */
  adbEndpoint?: string | null;
  home?: string;
  /** Parts of the harness stand in for the operator's: their loopback ports change with each run and mean nothing. */
  embedded?: { device: boolean; model: boolean };
}

const AWS_SWITCHES = ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_ANTHROPIC_AWS", "CLAUDE_CODE_USE_MANTLE"];

const CREDENTIALS = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_IDENTITY_TOKEN",
  "ANTHROPIC_IDENTITY_TOKEN_FILE",
  "ANTHROPIC_AWS_API_KEY",
  "ANTHROPIC_BEDROCK_MANTLE_API_KEY",
  "ANTHROPIC_FOUNDRY_API_KEY",
  "AWS_BEARER_TOKEN_BEDROCK",
  "CLAUDE_API_KEY",
  "CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_SESSION_ACCESS_TOKEN",
  "CLAUDE_CODE_OAUTH_TOKEN_FILE_DESCRIPTOR",
];

const SELECTORS = [
  "ANTHROPIC_VERTEX_PROJECT_ID",
  "GOOGLE_CLOUD_PROJECT",
  "GCLOUD_PROJECT",
  "GOOGLE_CLOUD_QUOTA_PROJECT",
  "CLOUDSDK_CORE_PROJECT",
  "CLOUDSDK_ACTIVE_CONFIG_NAME",
  "AZURE_TENANT_ID",
  "AZURE_CLIENT_ID",
  "AWS_PROFILE",
  "AWS_DEFAULT_PROFILE",
  "AWS_ROLE_ARN",
  "AWS_ACCESS_KEY_ID",
  "ANTHROPIC_WORKSPACE_ID",
  "ANTHROPIC_AWS_WORKSPACE_ID",
  "ANTHROPIC_ORGANIZATION_ID",
  "CLAUDE_CODE_ORGANIZATION_UUID",
  "CLAUDE_CODE_ACCOUNT_UUID",
  "ANTHROPIC_SERVICE_ACCOUNT_ID",
  "ANTHROPIC_FEDERATION_RULE_ID",
  "ANTHROPIC_FOUNDRY_RESOURCE",
  "ANTHROPIC_PROFILE",
];

/** Variable names of each kind. */
const KINDS = {
  selection:
    /^(CLAUDE_CODE_USE_(BEDROCK|VERTEX|FOUNDRY|MANTLE|ANTHROPIC_AWS|GATEWAY)|ANTHROPIC_UNIX_SOCKET|CLAUDE_CODE_SKIP_\w+_AUTH)$/,
  baseUrls: /^(ANTHROPIC(_\w+)?_BASE_URL|CLAUDE_CODE_API_BASE_URL|CLAUDE_CODE_CUSTOM_OAUTH_URL)$/,
  awsEndpoints: /^AWS_ENDPOINT_URL(_\w+)?$/,
  proxies:
    /^(HTTPS?_PROXY|ALL_PROXY|CLAUDE_CODE_(HOST_)?(HTTPS?|SOCKS)_PROXY(_PORT)?|CLAUDE_CODE_PROXY_(URL|HOST))$/i,
  proxyBypass: /^NO_PROXY$/i,
  regions:
    /^(AWS_REGION|AWS_DEFAULT_REGION|CLOUD_ML_REGION|GOOGLE_CLOUD_(REGION|LOCATION)|VERTEX_REGION_\w+|\w+_AWS_REGION)$/,
  serviceTiers: /^(\w+_SERVICE_TIER|AWS_USE_FIPS_ENDPOINT|AWS_USE_DUALSTACK_ENDPOINT)$/,
  modelRouting:
    /^(ANTHROPIC_MODEL|ANTHROPIC_SMALL_FAST_MODEL|ANTHROPIC_DEFAULT_\w+_MODEL(_\w+)?|ANTHROPIC_CUSTOM_MODEL_OPTION(_\w+)?|CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY|CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP|FALLBACK_FOR_ALL_PRIMARY_MODELS)$/,
} as const;

/**
 * Which model provider a run talks to, as named parts that hold no secret: names, schemes, hosts and digests. Null marks
 * what could not be read.
 */
export function providerIdentity(options: ProviderOptions): Record<string, string | null> {
  const { env } = options;
  const adbEndpoint = options.embedded?.device
    ? "the embedded virtual device"
    : options.adbEndpoint === undefined
      ? adbEndpointOf(env)
      : options.adbEndpoint;
  if (options.embedded?.model) {
    const model = "the embedded scripted model";
    return { ...Object.fromEntries(PROVIDER_PARTS.map((part) => [part, model])), adbEndpoint };
  }
  const list = (kind: keyof typeof KINDS, show: (value: string) => string) => listed(env, KINDS[kind], show);
  return {
    providerSelection: list("selection", (value) =>
      /^[\\/]/.test(value) ? "a socket" : isOn(value) ? "on" : "off",
    ),
    providerBaseUrls: list("baseUrls", urlIdentity),
    awsEndpoints: list("awsEndpoints", urlIdentity),
    proxies: list("proxies", urlIdentity),
    proxyBypass: list("proxyBypass", plainOrDigest),
    credentialSource: CREDENTIALS.filter((name) => env[name]).join(", ") || "none in the environment",
    accountSelectors: listed(
      env,
      new RegExp(`^(${SELECTORS.join("|")})$`),
      (value) => `digest ${shortDigest(value)}`,
    ),
    customHeaders: env.ANTHROPIC_CUSTOM_HEADERS
      ? `digest ${shortDigest(env.ANTHROPIC_CUSTOM_HEADERS)}`
      : "unset",
    googleCredentials: googleCredentials(env),
    awsConfig: awsConfig(env, options.home ?? homedir()),
    regions: list("regions", plainOrDigest),
    serviceTiers: list("serviceTiers", plainOrDigest),
    modelRouting: list("modelRouting", plainOrDigest),
    adbEndpoint,
  };
}

/** The parts of the provider's identity, the adb server's endpoint apart. */
export const PROVIDER_PARTS = [
  "providerSelection",
  "providerBaseUrls",
  "awsEndpoints",
  "proxies",
  "proxyBypass",
  "credentialSource",
  "accountSelectors",
  "customHeaders",
  "googleCredentials",
  "awsConfig",
  "regions",
  "serviceTiers",
  "modelRouting",
] as const;

function listed(env: Env, names: RegExp, show: (value: string) => string): string {
  const rows = Object.keys(env)
    .filter((name) => names.test(name) && env[name])
    .sort()
    .map((name) => `${name}=${show(env[name] ?? "")}`);
  return rows.length === 0 ? "unset" : rows.join("; ");
}

function isOn(value: string): boolean {
  return /^(1|true|yes|on)$/i.test(value.trim());
}

function adbEndpointOf(env: Env): string | null {
  try {
    return resolveAdbEndpoint(env).spec;
  } catch {
    return null;
  }
}

const GOOGLE_IDENTITY = [
  "type",
  "project_id",
  "quota_project_id",
  "client_email",
  "client_id",
  "audience",
  "service_account_impersonation_url",
  "universe_domain",
];

/** Digest of the fields that say who the credentials are for; keys and tokens are not among them. */
function googleCredentials(env: Env): string | null {
  const path = env.GOOGLE_APPLICATION_CREDENTIALS;
  if (!path) return "unset";
  try {
    const fields: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof fields !== "object" || fields === null) return null;
    const identity = GOOGLE_IDENTITY.map((name) => [
      name,
      Object.entries(fields).find(([key]) => key === name)?.[1],
    ]);
    return `digest ${shortDigest(JSON.stringify(identity))}`;
  } catch {
    return null;
  }
}

/** Digest of the file that an AWS profile resolves through, where the provider is AWS's. */
function awsConfig(env: Env, home: string): string | null {
  if (!AWS_SWITCHES.some((name) => isOn(env[name] ?? ""))) return "not used";
  try {
    return `digest ${shortDigest(readFileSync(env.AWS_CONFIG_FILE || join(home, ".aws", "config")))}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "no file" : null;
  }
}
