import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { parse as parseToml } from "smol-toml";

/** Where the outside world is when nothing else is said: Meta's production host. */
const GRAPH_URL = "https://graph.facebook.com/v23.0";
const WEB_SOCKET_URL = "wss://web.whatsapp.com/ws/chat";

const ConfigSchema = Type.Object({
  databaseUrl: Type.Optional(Type.String({ pattern: "^postgres(ql)?://" })),
  home: Type.String({ minLength: 1 }),
  host: Type.String({ minLength: 1 }),
  port: Type.Integer({ minimum: 0, maximum: 65535 }),
  graphUrl: Type.String({ pattern: "^https?://[^ ]+/v[0-9]+\\.[0-9]+$" }),
  appId: Type.Optional(Type.String({ minLength: 1 })),
  appSecret: Type.Optional(Type.String({ minLength: 1 })),
  verifyToken: Type.Optional(Type.String({ minLength: 1 })),
  webSocketUrl: Type.String({ pattern: "^wss?://" }),
  webRootKey: Type.Optional(Type.String({ pattern: "^[0-9a-fA-F]{64}$" })),
  allowPrivateHosts: Type.Array(Type.String({ minLength: 1 })),
  masterKey: Type.Optional(Type.String({ minLength: 43 })),
  sandboxPort: Type.Integer({ minimum: 0, maximum: 65535 }),
  databasePoolSize: Type.Integer({ minimum: 2, maximum: 200 }),
  outcomeGraceSeconds: Type.Integer({ minimum: 1, maximum: 3600 }),
  shutdownSeconds: Type.Integer({ minimum: 1, maximum: 600 }),
  retentionDays: Type.Integer({ minimum: 1, maximum: 3650 }),
  metricsPort: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  logLevel: Type.Union(["debug", "info", "warn", "error", "silent"].map((level) => Type.Literal(level))),
});

/** Everything the daemon may be told from outside, checked once at start. */
export type Config = Static<typeof ConfigSchema>;

type Kind = "text" | "integer" | "list";

/** One row a setting: where it is read from, its default, and what it means. `docs/configuration.md` shows the same table. */
export const SETTINGS: readonly {
  key: keyof Config;
  variable: string;
  kind: Kind;
  fallback?: string | number | string[];
  meaning: string;
}[] = [
  {
    key: "databaseUrl",
    variable: "DATABASE_URL",
    kind: "text",
    meaning: "Postgres (15 or later) to use; unset: an embedded one under `WAYPOST_HOME`",
  },
  {
    key: "home",
    variable: "WAYPOST_HOME",
    kind: "text",
    meaning: "data directory: embedded Postgres, master key, media",
  },
  {
    key: "host",
    variable: "WAYPOST_HOST",
    kind: "text",
    fallback: "127.0.0.1",
    meaning: "address the API listens on",
  },
  {
    key: "port",
    variable: "WAYPOST_PORT",
    kind: "integer",
    fallback: 8484,
    meaning: "port the API listens on; 0 picks a free one",
  },
  {
    key: "graphUrl",
    variable: "WAYPOST_GRAPH_URL",
    kind: "text",
    fallback: GRAPH_URL,
    meaning: "base of the Graph API, version included",
  },
  { key: "appId", variable: "WAYPOST_APP_ID", kind: "text", meaning: "id of the Meta app" },
  {
    key: "appSecret",
    variable: "WAYPOST_APP_SECRET",
    kind: "text",
    meaning: "secret of the Meta app: verifies inbound webhooks",
  },
  {
    key: "verifyToken",
    variable: "WAYPOST_VERIFY_TOKEN",
    kind: "text",
    meaning: "token Meta sends in the webhook's verification challenge",
  },
  {
    key: "webSocketUrl",
    variable: "WAYPOST_WA_WEB_URL",
    kind: "text",
    fallback: WEB_SOCKET_URL,
    meaning: "WebSocket of WhatsApp Web",
  },
  {
    key: "webRootKey",
    variable: "WAYPOST_WA_ROOT_KEY",
    kind: "text",
    meaning: "hex public key in place of WhatsApp's root key; only for a sandbox",
  },
  {
    key: "allowPrivateHosts",
    variable: "WAYPOST_ALLOW_PRIVATE_HOSTS",
    kind: "list",
    fallback: [],
    meaning:
      "comma-separated CIDRs and host:port that webhooks and media may reach although private; plain http is allowed for them",
  },
  {
    key: "masterKey",
    variable: "WAYPOST_MASTER_KEY",
    kind: "text",
    meaning: "32 bytes in base64: the key for secrets at rest; unset: a file in `WAYPOST_HOME`",
  },
  {
    key: "sandboxPort",
    variable: "WAYPOST_SANDBOX_PORT",
    kind: "integer",
    fallback: 8485,
    meaning: "port of `waypostd sandbox`",
  },
  {
    key: "databasePoolSize",
    variable: "WAYPOST_DATABASE_POOL_SIZE",
    kind: "integer",
    fallback: 10,
    meaning: "connections to Postgres",
  },
  {
    key: "outcomeGraceSeconds",
    variable: "WAYPOST_OUTCOME_GRACE_SECONDS",
    kind: "integer",
    fallback: 60,
    meaning: "how long a send whose answer was lost waits for its status before it is retried or failed",
  },
  {
    key: "shutdownSeconds",
    variable: "WAYPOST_SHUTDOWN_SECONDS",
    kind: "integer",
    fallback: 20,
    meaning: "deadline of a graceful stop",
  },
  {
    key: "retentionDays",
    variable: "WAYPOST_RETENTION_DAYS",
    kind: "integer",
    fallback: 90,
    meaning: "messages, events and deliveries older than this are dropped",
  },
  {
    key: "metricsPort",
    variable: "WAYPOST_METRICS_PORT",
    kind: "integer",
    meaning: "loopback port that serves /metrics without a key; unset: only with a key, on the API's port",
  },
  {
    key: "logLevel",
    variable: "WAYPOST_LOG_LEVEL",
    kind: "text",
    fallback: "info",
    meaning: "debug, info, warn, error or silent",
  },
];

/** Raised at start with one line for each setting that is wrong: its name, what it is and what it should be. */
export class ConfigError extends Error {}

/**
 * Reads the environment, then the TOML file named by `WAYPOST_CONFIG` (or
 * `config.toml` in the data directory), then the defaults.
 * Throws `ConfigError` listing every wrong setting at once.
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const home = environment.WAYPOST_HOME || defaultHome(environment);
  const file = readConfigFile(environment.WAYPOST_CONFIG || join(home, "config.toml"), environment);
  const problems = unknownKeys(file);
  const values: Record<string, unknown> = { home };
  for (const setting of SETTINGS) {
    const given = environment[setting.variable] || file[fileKey(setting.key)];
    const value = given === undefined || given === "" ? setting.fallback : convert(given, setting.kind);
    if (value !== undefined && setting.key !== "home") values[setting.key] = value;
  }
  for (const issue of Value.Errors(ConfigSchema, values)) {
    const setting = SETTINGS.find((row) => `/${row.key}` === issue.path);
    problems.push(`${setting?.variable ?? issue.path}: ${issue.message} (${setting?.meaning ?? "unknown"})`);
  }
  if (problems.length > 0)
    throw new ConfigError(`configuration is wrong:\n  ${[...new Set(problems)].join("\n  ")}`);
  return Value.Decode(ConfigSchema, values);
}

function defaultHome(environment: Record<string, string | undefined>): string {
  return join(environment.XDG_DATA_HOME || join(environment.HOME || homedir(), ".local", "share"), "waypost");
}

function readConfigFile(
  path: string,
  environment: Record<string, string | undefined>,
): Record<string, unknown> {
  if (!existsSync(path)) {
    if (environment.WAYPOST_CONFIG)
      throw new ConfigError(`WAYPOST_CONFIG names ${path}, which does not exist`);
    return {};
  }
  try {
    return parseToml(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new ConfigError(`${path} is not valid TOML: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** A mistyped name would otherwise leave its setting at the default, unnoticed. */
function unknownKeys(file: Record<string, unknown>): string[] {
  const known = SETTINGS.map(({ key }) => fileKey(key)).filter((key) => key !== "home");
  return Object.keys(file)
    .filter((key) => !known.includes(key))
    .map((key) => `${key}: the file's settings are ${known.join(", ")}`);
}

/** `databaseUrl` is `database_url` in the file. */
function fileKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function convert(given: unknown, kind: Kind): unknown {
  if (kind === "integer" && typeof given === "string" && /^-?\d+$/.test(given)) return Number(given);
  if (kind === "list" && typeof given === "string") {
    return given
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }
  return given;
}
