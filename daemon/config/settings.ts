import { type Static, Type } from "@sinclair/typebox";
import { defaultHome, type Setting } from "./setting.ts";

const text = Type.String({ minLength: 1 });
const port = Type.Integer({ minimum: 0, maximum: 65535 });
const requestsPerSecond = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** Every setting of the daemon. A new one is a new row: its type follows, and `./scripts/configuration` documents it. */
export const SETTINGS = {
  databaseUrl: {
    variable: "DATABASE_URL",
    schema: Type.String({ pattern: "^postgres(ql)?://" }),
    meaning: "Postgres (15 or later) to use; unset: an embedded one under `WAYPOST_HOME`",
  },
  home: {
    variable: "WAYPOST_HOME",
    schema: text,
    fallback: defaultHome,
    onlyInEnvironment: true,
    meaning: "data directory: embedded Postgres, master key, media",
  },
  host: {
    variable: "WAYPOST_HOST",
    schema: text,
    fallback: "127.0.0.1",
    meaning: "address the API listens on",
  },
  port: {
    variable: "WAYPOST_PORT",
    schema: port,
    fallback: 8484,
    meaning: "port the API listens on; 0 picks a free one",
  },
  behindProxy: {
    variable: "WAYPOST_BEHIND_PROXY",
    schema: Type.Boolean(),
    fallback: false,
    meaning:
      "`true`: a proxy in front ends TLS and sets `X-Forwarded-For` and `X-Forwarded-Proto`, which are believed then",
  },
  tlsCertificate: {
    variable: "WAYPOST_TLS_CERTIFICATE",
    schema: text,
    meaning: "PEM file with the certificate and its chain; with it and the key, the API is served by https",
  },
  tlsKey: {
    variable: "WAYPOST_TLS_KEY",
    schema: text,
    meaning: "PEM file with the certificate's private key",
  },
  requestSeconds: {
    variable: "WAYPOST_REQUEST_SECONDS",
    schema: Type.Integer({ minimum: 5, maximum: 240 }),
    fallback: 30,
    meaning:
      "seconds that a request has until its answer begins: clients that send more slowly are cut off, files to import apart",
  },
  keyRequestsPerSecond: {
    variable: "WAYPOST_KEY_REQUESTS_PER_SECOND",
    schema: requestsPerSecond,
    fallback: 20_000,
    meaning: "requests a second that one key or user may make, over all daemons, on average over ten seconds",
  },
  organizationRequestsPerSecond: {
    variable: "WAYPOST_ORGANIZATION_REQUESTS_PER_SECOND",
    schema: requestsPerSecond,
    fallback: 50_000,
    meaning: "the same for an organisation that has no limit of its own",
  },
  addressRequestsPerSecond: {
    variable: "WAYPOST_ADDRESS_REQUESTS_PER_SECOND",
    schema: requestsPerSecond,
    fallback: 50,
    meaning: "the same for an address whose requests come without a valid key or login",
  },
  graphUrl: {
    variable: "WAYPOST_GRAPH_URL",
    schema: Type.String({ pattern: "^https?://[^ ]+/v[0-9]+\\.[0-9]+$" }),
    fallback: "https://graph.facebook.com/v23.0",
    meaning: "base of the Graph API, version included",
  },
  appId: {
    variable: "WAYPOST_APP_ID",
    schema: text,
    meaning: "id of the Meta app",
  },
  appSecret: {
    variable: "WAYPOST_APP_SECRET",
    schema: text,
    meaning: "secret of the Meta app: verifies inbound webhooks",
  },
  verifyToken: {
    variable: "WAYPOST_VERIFY_TOKEN",
    schema: text,
    meaning: "token Meta sends in the webhook's verification challenge",
  },
  webSocketUrl: {
    variable: "WAYPOST_WA_WEB_URL",
    schema: Type.String({ pattern: "^wss?://" }),
    fallback: "wss://web.whatsapp.com/ws/chat",
    meaning: "WebSocket of WhatsApp Web",
  },
  webRootKey: {
    variable: "WAYPOST_WA_ROOT_KEY",
    schema: Type.String({ pattern: "^[0-9a-fA-F]{64}$" }),
    meaning: "hex public key in place of WhatsApp's root key; only for a sandbox",
  },
  allowPrivateHosts: {
    variable: "WAYPOST_ALLOW_PRIVATE_HOSTS",
    schema: Type.Array(Type.String({ minLength: 1 })),
    fallback: [],
    meaning:
      "comma-separated CIDRs and host:port that webhooks and links of media may reach although private; plain http is allowed for them, for a name in a link of media only when it is listed as host:port",
  },
  masterKey: {
    variable: "WAYPOST_MASTER_KEY",
    schema: Type.String({ minLength: 43 }),
    meaning:
      "32 bytes in base64: the key for secrets at rest; unset: the command, else a file in `WAYPOST_HOME`",
  },
  masterKeyCommand: {
    variable: "WAYPOST_MASTER_KEY_COMMAND",
    schema: Type.String({ pattern: "[^ ]" }),
    meaning: "program, and its arguments after spaces, that prints the master key; run without a shell",
  },
  sandboxPort: {
    variable: "WAYPOST_SANDBOX_PORT",
    schema: port,
    fallback: 8485,
    meaning: "port of the sandbox; WhatsApp Web's stand-in has the next one",
  },
  databasePoolSize: {
    variable: "WAYPOST_DATABASE_POOL_SIZE",
    schema: Type.Integer({ minimum: 2, maximum: 200 }),
    fallback: 10,
    meaning: "connections to Postgres for accepting, sending and whatever else changes something",
  },
  databaseReadingPoolSize: {
    variable: "WAYPOST_DATABASE_READING_POOL_SIZE",
    schema: Type.Integer({ minimum: 1, maximum: 200 }),
    fallback: 4,
    meaning: "connections to Postgres for lists, searches, exports and overviews; as many are read at once",
  },
  readSeconds: {
    variable: "WAYPOST_READ_SECONDS",
    schema: Type.Integer({ minimum: 1, maximum: 240 }),
    fallback: 10,
    meaning:
      "seconds that each of those may wait for its turn, and may then take, before it is answered with 503",
  },
  outcomeGraceSeconds: {
    variable: "WAYPOST_OUTCOME_GRACE_SECONDS",
    schema: Type.Integer({ minimum: 1, maximum: 3600 }),
    fallback: 60,
    meaning: "how long a send whose answer was lost waits for its status before it is retried or failed",
  },
  shutdownSeconds: {
    variable: "WAYPOST_SHUTDOWN_SECONDS",
    schema: Type.Integer({ minimum: 1, maximum: 600 }),
    fallback: 20,
    meaning: "deadline of a graceful stop",
  },
  retentionDays: {
    variable: "WAYPOST_RETENTION_DAYS",
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    fallback: 90,
    meaning: "messages, events and deliveries older than this are dropped",
  },
  auditDays: {
    variable: "WAYPOST_AUDIT_DAYS",
    schema: Type.Integer({ minimum: 90, maximum: 36_500 }),
    fallback: 730,
    meaning: "entries of the audit log older than this are deleted; at least 90",
  },
  metricsPort: {
    variable: "WAYPOST_METRICS_PORT",
    schema: port,
    meaning: "loopback port that serves /metrics without a key; unset: only with a key, on the API's port",
  },
  mediaBucket: {
    variable: "WAYPOST_MEDIA_S3_BUCKET",
    schema: text,
    meaning:
      "S3-compatible bucket for the files of messages; unset: `media` in `WAYPOST_HOME`, which daemons on several machines don't share",
  },
  mediaEndpoint: {
    variable: "WAYPOST_MEDIA_S3_ENDPOINT",
    schema: Type.String({ pattern: "^https?://" }),
    meaning: "address of the bucket's server; unset: Amazon's",
  },
  mediaRegion: {
    variable: "WAYPOST_MEDIA_S3_REGION",
    schema: text,
    meaning: "region of the bucket",
  },
  mediaAccessKeyId: {
    variable: "WAYPOST_MEDIA_S3_ACCESS_KEY_ID",
    schema: text,
    meaning: "access key of the bucket",
  },
  mediaSecretAccessKey: {
    variable: "WAYPOST_MEDIA_S3_SECRET_ACCESS_KEY",
    schema: text,
    meaning: "secret of that access key",
  },
  organizationMediaGb: {
    variable: "WAYPOST_ORGANIZATION_MEDIA_GB",
    schema: Type.Integer({ minimum: 0, maximum: 100_000 }),
    fallback: 100,
    meaning:
      "gigabytes that the files of one organisation's messages may take, where it has no limit of its own; 0: no limit",
  },
  logLevel: {
    variable: "WAYPOST_LOG_LEVEL",
    schema: Type.Union(["debug", "info", "warn", "error", "silent"].map((level) => Type.Literal(level))),
    fallback: "info",
    meaning: "debug, info, warn, error or silent",
  },
} satisfies Record<string, Setting>;

type Settings = typeof SETTINGS;
type Value<Key extends keyof Settings> = Static<Settings[Key]["schema"]>;
type Unset = {
  [Key in keyof Settings]: "fallback" extends keyof Settings[Key] ? never : Key;
}[keyof Settings];

/** Everything the daemon may be told from outside. */
export type Config = { [Key in Exclude<keyof Settings, Unset>]: Value<Key> } & {
  [Key in Unset]?: Value<Key>;
};

/** The rows of the table, with the names that the program knows them by. */
export const SETTING_ROWS: readonly (Setting & { key: string })[] = Object.entries(SETTINGS).map(
  ([key, setting]) => ({ key, ...setting }),
);
