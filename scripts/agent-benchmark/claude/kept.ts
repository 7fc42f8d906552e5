import { isRunShapingClaudeVariable } from "./run-shaping.ts";

/** Why a variable of the operator reaches Claude. */
export type KeptFor = "system" | "auth" | "provider" | "network" | "model";

const KEPT: readonly (readonly [KeptFor, RegExp])[] = [
  ["system", /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_[A-Z]+|TMPDIR|TMP|TEMP)$/],
  // Where credentials and the keyring are found.
  ["system", /^(XDG_(CONFIG|DATA|CACHE|STATE)_HOME|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS)$/],
  // What a binary needs to be loaded at all on some systems.
  ["system", /^(LD_LIBRARY_PATH|NIX_LD|NIX_LD_LIBRARY_PATH)$/],
  ["auth", /^(CLAUDE_CONFIG_DIR|CLAUDE_SECURESTORAGE_CONFIG_DIR|CLAUDE_API_KEY)$/],
  ["auth", /^ANTHROPIC_(.*_)?(API_KEY|AUTH_TOKEN|IDENTITY_TOKEN|IDENTITY_TOKEN_FILE)$/],
  ["auth", /^ANTHROPIC_(FEDERATION_RULE_ID|SERVICE_ACCOUNT_ID|PROFILE|CONFIG_DIR)$/],
  [
    "auth",
    /^CLAUDE_CODE_(OAUTH_TOKEN|OAUTH_REFRESH_TOKEN|OAUTH_SCOPES|OAUTH_CLIENT_ID|CUSTOM_OAUTH_URL|SESSION_ACCESS_TOKEN|API_KEY_HELPER_TTL_MS)$/,
  ],
  ["auth", /^CLAUDE_CODE_(CLIENT_CERT|CLIENT_KEY|CLIENT_KEY_PASSPHRASE|CERT_STORE)$/],
  ["auth", /^(AWS|GOOGLE|GCLOUD|GCP|CLOUDSDK|AZURE|MSI|IDENTITY)_/],
  [
    "provider",
    /^_?CLAUDE_CODE_(USE_(BEDROCK|VERTEX|FOUNDRY|MANTLE|ANTHROPIC_AWS|GATEWAY)|ASSUME_FIRST_PARTY_BASE_URL)$/,
  ],
  ["provider", /^CLAUDE_CODE_(SKIP_[A-Z_]+_AUTH|API_BASE_URL|ORGANIZATION_UUID|PROVIDER_MANAGED_BY_HOST)$/],
  [
    "provider",
    /^ANTHROPIC_(.*_)?(BASE_URL|REGION|SERVICE_TIER|PROJECT_ID|RESOURCE|WORKSPACE_ID|ORGANIZATION_ID)$/,
  ],
  ["provider", /^(ANTHROPIC_CUSTOM_HEADERS|ANTHROPIC_UNIX_SOCKET|CLOUD_ML_REGION|VERTEX_REGION_[A-Z0-9_]+)$/],
  ["network", /^(HTTP|HTTPS|ALL|NO)_PROXY$/i],
  [
    "network",
    /^(NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR)$/,
  ],
  [
    "network",
    /^CLAUDE_CODE_((HOST_)?(HTTP|HTTPS|SOCKS)_PROXY(_PORT)?|PROXY_[A-Z_]+|ENABLE_PROXY_AUTH_HELPER)$/,
  ],
  // The operator's choice of what leaves the machine; measured to change nothing else.
  [
    "network",
    /^(DISABLE_TELEMETRY|DISABLE_ERROR_REPORTING|DO_NOT_TRACK|CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC)$/,
  ],
  ["model", /^ANTHROPIC_(MODEL|SMALL_FAST_MODEL|CUSTOM_MODEL_OPTION.*|DEFAULT_[A-Z]+_MODEL.*)$/],
  ["model", /^(FALLBACK_FOR_ALL_PRIMARY_MODELS|CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY)$/],
];

/** Names that Windows programs do not start without; Windows compares them without case. */
const WINDOWS =
  /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|OS|PROGRAMDATA|ALLUSERSPROFILE|PROGRAMFILES(\(X86\))?|PROGRAMW6432|COMMONPROGRAMFILES(\(X86\))?|APPDATA|LOCALAPPDATA|USERPROFILE|USERNAME|USERDOMAIN|HOMEDRIVE|HOMEPATH|COMPUTERNAME|NUMBER_OF_PROCESSORS|PROCESSOR_[A-Z0-9]+|CLAUDE_CODE_GIT_BASH_PATH)$/i;

/** Why a variable of the operator is passed on to Claude; null when it is not. */
export function keptFor(name: string, platform: NodeJS.Platform): KeptFor | null {
  if (platform === "win32" && WINDOWS.test(name)) return "system";
  if (isRunShapingClaudeVariable(name)) return null;
  return KEPT.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
