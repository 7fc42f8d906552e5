import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  PROVIDER_PARTS,
  providerIdentity,
} from "../../../../scripts/agent-benchmark/device/provider-identity.ts";
import { plainOrDigest, urlIdentity } from "../../../../scripts/agent-benchmark/device/url-identity.ts";
import { temporaryDirectory } from "../../../helpers/temp.ts";

type Env = Record<string, string>;
const identity = (env: Env) => providerIdentity({ env, home: "/nonexistent" });

const CHANGES: [part: string, what: string, before: Env, after: Env][] = [
  ["providerSelection", "Vertex instead of the API", {}, { CLAUDE_CODE_USE_VERTEX: "1" }],
  ["providerSelection", "authentication left to a gateway", {}, { CLAUDE_CODE_SKIP_VERTEX_AUTH: "1" }],
  [
    "providerBaseUrls",
    "another host",
    { ANTHROPIC_BASE_URL: "https://a.example" },
    { ANTHROPIC_BASE_URL: "https://b.example" },
  ],
  [
    "providerBaseUrls",
    "another scheme",
    { ANTHROPIC_BASE_URL: "https://a.example" },
    { ANTHROPIC_BASE_URL: "http://a.example" },
  ],
  [
    "providerBaseUrls",
    "another port",
    { ANTHROPIC_BASE_URL: "https://a.example" },
    { ANTHROPIC_BASE_URL: "https://a.example:8443" },
  ],
  [
    "providerBaseUrls",
    "another path",
    { ANTHROPIC_VERTEX_BASE_URL: "https://a.example/v1" },
    { ANTHROPIC_VERTEX_BASE_URL: "https://a.example/v2" },
  ],
  [
    "providerBaseUrls",
    "other credentials",
    { ANTHROPIC_BASE_URL: "https://u:one@a.example" },
    { ANTHROPIC_BASE_URL: "https://u:two@a.example" },
  ],
  [
    "awsEndpoints",
    "an AWS endpoint override",
    {},
    { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: "https://vpce.example" },
  ],
  ["proxies", "a proxy", {}, { HTTPS_PROXY: "http://proxy.example:3128" }],
  ["proxies", "a proxy in lower case", {}, { https_proxy: "proxy.example:3128" }],
  [
    "proxies",
    "the proxy's password",
    { HTTPS_PROXY: "http://u:one@p.example" },
    { HTTPS_PROXY: "http://u:two@p.example" },
  ],
  ["proxyBypass", "the bypass list", { NO_PROXY: "localhost" }, { NO_PROXY: "localhost,.example" }],
  ["credentialSource", "an API key", {}, { ANTHROPIC_API_KEY: "sk-ant-secret" }],
  ["credentialSource", "a token instead of a key", { ANTHROPIC_API_KEY: "x" }, { ANTHROPIC_AUTH_TOKEN: "x" }],
  ["credentialSource", "an OAuth token", {}, { CLAUDE_CODE_OAUTH_TOKEN: "x" }],
  [
    "accountSelectors",
    "the Vertex project",
    { ANTHROPIC_VERTEX_PROJECT_ID: "one" },
    { ANTHROPIC_VERTEX_PROJECT_ID: "two" },
  ],
  ["accountSelectors", "the Google Cloud project", {}, { GOOGLE_CLOUD_PROJECT: "two" }],
  ["accountSelectors", "the AWS profile", {}, { AWS_PROFILE: "two" }],
  ["accountSelectors", "the assumed role", {}, { AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/x" }],
  ["accountSelectors", "the access key ID", { AWS_ACCESS_KEY_ID: "AKIA1" }, { AWS_ACCESS_KEY_ID: "AKIA2" }],
  ["accountSelectors", "the workspace", {}, { ANTHROPIC_WORKSPACE_ID: "wrkspc_1" }],
  ["accountSelectors", "the AWS workspace", {}, { ANTHROPIC_AWS_WORKSPACE_ID: "wrkspc_1" }],
  [
    "customHeaders",
    "custom headers",
    { ANTHROPIC_CUSTOM_HEADERS: "X-Team: a" },
    { ANTHROPIC_CUSTOM_HEADERS: "X-Team: b" },
  ],
  ["regions", "the AWS region", {}, { AWS_REGION: "eu-west-1" }],
  ["regions", "the Vertex region", {}, { CLOUD_ML_REGION: "europe-west1" }],
  ["regions", "a model's Vertex region", {}, { VERTEX_REGION_CLAUDE_4_0_SONNET: "us-east5" }],
  ["regions", "the small model's region", {}, { ANTHROPIC_SMALL_FAST_MODEL_AWS_REGION: "us-east-1" }],
  ["serviceTiers", "a service tier", {}, { ANTHROPIC_BEDROCK_SERVICE_TIER: "priority" }],
  ["modelRouting", "the model", {}, { ANTHROPIC_MODEL: "claude-sonnet-5-5" }],
  ["modelRouting", "what sonnet stands for", {}, { ANTHROPIC_DEFAULT_SONNET_MODEL: "claude-sonnet-5-5" }],
  ["modelRouting", "the small model", {}, { ANTHROPIC_SMALL_FAST_MODEL: "claude-haiku-4-5" }],
  ["adbEndpoint", "the adb server", {}, { ADB_SERVER_SOCKET: "tcp:127.0.0.1:6000" }],
  ["adbEndpoint", "the adb port", {}, { ANDROID_ADB_SERVER_PORT: "6000" }],
];

describe("provider identity", () => {
  test.each(CHANGES)("%s changes with %s, and nothing else does", (part, _what, before, after) => {
    const [first, second] = [identity(before), identity(after)];
    expect(Object.keys(first).filter((name) => first[name] !== second[name])).toEqual([part]);
  });

  test("an empty variable counts as unset, and an unrelated one as nothing", () => {
    expect(identity({ ANTHROPIC_MODEL: "", HTTPS_PROXY: "", EDITOR: "vi", HOME: "/root" })).toEqual(
      identity({}),
    );
  });

  test("Google credentials: who they are for counts, keys do not", () => {
    using dir = temporaryDirectory();
    const path = join(dir.path, "key.json");
    const read = (fields: object) => {
      writeFileSync(path, JSON.stringify(fields));
      return identity({ GOOGLE_APPLICATION_CREDENTIALS: path }).googleCredentials;
    };
    const base = read({
      type: "service_account",
      project_id: "p",
      client_email: "a@p",
      private_key: "SECRET1",
    });
    expect(
      read({ type: "service_account", project_id: "p", client_email: "a@p", private_key: "SECRET2" }),
    ).toBe(base ?? "");
    expect(
      read({ type: "service_account", project_id: "p", client_email: "b@p", private_key: "SECRET1" }),
    ).not.toBe(base ?? "");
    writeFileSync(path, "not json");
    expect(identity({ GOOGLE_APPLICATION_CREDENTIALS: path }).googleCredentials).toBeNull();
    expect(identity({ GOOGLE_APPLICATION_CREDENTIALS: join(dir.path, "gone") }).googleCredentials).toBeNull();
  });

  test("the AWS config counts for AWS's providers only", () => {
    using dir = temporaryDirectory();
    const AWS_CONFIG_FILE = join(dir.path, "config");
    expect(identity({ AWS_CONFIG_FILE }).awsConfig).toBe("not used");
    for (const name of [
      "CLAUDE_CODE_USE_BEDROCK",
      "CLAUDE_CODE_USE_ANTHROPIC_AWS",
      "CLAUDE_CODE_USE_MANTLE",
    ]) {
      expect(identity({ AWS_CONFIG_FILE: join(dir.path, "none"), [name]: "1" }).awsConfig).toBe("no file");
    }
    writeFileSync(AWS_CONFIG_FILE, "[default]");
    const first = identity({ AWS_CONFIG_FILE, CLAUDE_CODE_USE_BEDROCK: "true" }).awsConfig;
    writeFileSync(AWS_CONFIG_FILE, "[default]\nsso_region = x");
    const second = identity({ AWS_CONFIG_FILE, CLAUDE_CODE_USE_BEDROCK: "true" }).awsConfig;
    expect(first).toStartWith("digest ");
    expect(second).not.toBe(first ?? "");
  });

  test("no secret stands in any part", () => {
    using dir = temporaryDirectory();
    const secret = "s3cr3t-v4lue-0123456789";
    const google = join(dir.path, "google.json");
    const aws = join(dir.path, "aws");
    writeFileSync(
      google,
      JSON.stringify({
        type: "authorized_user",
        client_id: "id",
        client_secret: secret,
        refresh_token: secret,
        private_key: secret,
      }),
    );
    writeFileSync(aws, `[default]\naws_secret_access_key = ${secret}\n`);
    const names = [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "ANTHROPIC_FOUNDRY_API_KEY",
      "AWS_BEARER_TOKEN_BEDROCK",
      "AWS_SECRET_ACCESS_KEY",
      "AWS_SESSION_TOKEN",
      "AWS_ACCESS_KEY_ID",
      "AWS_PROFILE",
      "AWS_ROLE_ARN",
      "ANTHROPIC_VERTEX_PROJECT_ID",
      "ANTHROPIC_WORKSPACE_ID",
      "ANTHROPIC_IDENTITY_TOKEN",
    ];
    const env: Env = {
      ...Object.fromEntries(names.map((name) => [name, secret])),
      ANTHROPIC_CUSTOM_HEADERS: `Authorization: Bearer ${secret}`,
      ANTHROPIC_BASE_URL: `https://user:${secret}@gateway.example/${secret}?key=${secret}`,
      AWS_ENDPOINT_URL: `https://${secret}@aws.example/`,
      HTTPS_PROXY: `http://user:${secret}@proxy.example:3128`,
      http_proxy: `user:${secret}@proxy.example:3128`,
      NO_PROXY: `user:${secret}@inner.example`,
      ANTHROPIC_MODEL: "arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/abc",
      GOOGLE_APPLICATION_CREDENTIALS: google,
      CLAUDE_CODE_USE_BEDROCK: "1",
      AWS_CONFIG_FILE: aws,
    };
    const text = JSON.stringify(providerIdentity({ env }));
    expect(text).not.toContain(secret);
    expect(text).not.toContain("123456789012");
    expect(text).toContain("gateway.example");
    expect(text).toContain("ANTHROPIC_API_KEY");
  });

  test("the adb server's endpoint may be given, since Claude's environment need not name it", () => {
    expect(providerIdentity({ env: {}, adbEndpoint: "tcp:10.0.0.2:5037" }).adbEndpoint).toBe(
      "tcp:10.0.0.2:5037",
    );
    expect(providerIdentity({ env: {}, adbEndpoint: null }).adbEndpoint).toBeNull();
  });

  test("an unreadable adb endpoint is unknown", () => {
    expect(identity({ ADB_SERVER_SOCKET: "nonsense" }).adbEndpoint).toBeNull();
  });

  test("embedded parts are named, so that their loopback ports never count", () => {
    const first = providerIdentity({
      env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:4001", ADB_SERVER_SOCKET: "tcp:127.0.0.1:1" },
      embedded: { device: true, model: true },
    });
    const second = providerIdentity({
      env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:4002", ADB_SERVER_SOCKET: "tcp:127.0.0.1:2" },
      embedded: { device: true, model: true },
    });
    expect(first).toEqual(second);
    expect(Object.keys(first).sort()).toEqual([...PROVIDER_PARTS, "adbEndpoint"].sort());
    expect(Object.keys(identity({})).sort()).toEqual(Object.keys(first).sort());
  });

  test("URLs show scheme and host; harmless values stay readable", () => {
    expect(urlIdentity("https://api.example:8443/v1?x=1")).toMatch(
      /^https:\/\/api\.example:8443, path [0-9a-f]{16}, query [0-9a-f]{16}$/,
    );
    expect(urlIdentity("proxy.example:3128")).toBe("proxy.example:3128");
    expect(urlIdentity("http://[bad")).toStartWith("unreadable, digest ");
    expect(plainOrDigest("claude-sonnet-5-5[1m]")).toBe("claude-sonnet-5-5[1m]");
    expect(plainOrDigest("sk-ant-api03-x")).toStartWith("digest ");
  });
});
