import type { Static } from "@sinclair/typebox";
import type { ConfigSchema } from "./schema.ts";

/** Where the outside world is when nothing else is said: Meta's production host. */
const GRAPH_URL = "https://graph.facebook.com/v23.0";
const WEB_SOCKET_URL = "wss://web.whatsapp.com/ws/chat";

/** How a setting is written where it is text. */
export type SettingKind = "text" | "integer" | "list" | "switch";

/** One row a setting: where it is read from, its default, and what it means. `docs/configuration.md` shows the same table. */
export const SETTINGS: readonly {
  key: keyof Static<typeof ConfigSchema>;
  variable: string;
  kind: SettingKind;
  fallback?: string | number | boolean | string[];
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
    key: "behindProxy",
    variable: "WAYPOST_BEHIND_PROXY",
    kind: "switch",
    fallback: false,
    meaning:
      "`true`: a proxy in front ends TLS and sets `X-Forwarded-For` and `X-Forwarded-Proto`, which are believed then",
  },
  {
    key: "tlsCertificate",
    variable: "WAYPOST_TLS_CERTIFICATE",
    kind: "text",
    meaning: "PEM file with the certificate and its chain; with it and the key, the API is served by https",
  },
  {
    key: "tlsKey",
    variable: "WAYPOST_TLS_KEY",
    kind: "text",
    meaning: "PEM file with the certificate's private key",
  },
  {
    key: "requestSeconds",
    variable: "WAYPOST_REQUEST_SECONDS",
    kind: "integer",
    fallback: 30,
    meaning:
      "seconds that a request has until its answer begins: clients that send more slowly are cut off, files to import apart",
  },
  {
    key: "keyRequestsPerSecond",
    variable: "WAYPOST_KEY_REQUESTS_PER_SECOND",
    kind: "integer",
    fallback: 20_000,
    meaning: "requests a second that one key or user may make, over all daemons, on average over ten seconds",
  },
  {
    key: "organizationRequestsPerSecond",
    variable: "WAYPOST_ORGANIZATION_REQUESTS_PER_SECOND",
    kind: "integer",
    fallback: 50_000,
    meaning: "the same for an organisation that has no limit of its own",
  },
  {
    key: "addressRequestsPerSecond",
    variable: "WAYPOST_ADDRESS_REQUESTS_PER_SECOND",
    kind: "integer",
    fallback: 50,
    meaning: "the same for an address whose requests come without a valid key or login",
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
      "comma-separated CIDRs and host:port that webhooks and links of media may reach although private; plain http is allowed for them, for a name in a link of media only when it is listed as host:port",
  },
  {
    key: "masterKey",
    variable: "WAYPOST_MASTER_KEY",
    kind: "text",
    meaning:
      "32 bytes in base64: the key for secrets at rest; unset: the command, else a file in `WAYPOST_HOME`",
  },
  {
    key: "masterKeyCommand",
    variable: "WAYPOST_MASTER_KEY_COMMAND",
    kind: "text",
    meaning: "program, and its arguments after spaces, that prints the master key; run without a shell",
  },
  {
    key: "sandboxPort",
    variable: "WAYPOST_SANDBOX_PORT",
    kind: "integer",
    fallback: 8485,
    meaning: "port of the sandbox; WhatsApp Web's stand-in has the next one",
  },
  {
    key: "databasePoolSize",
    variable: "WAYPOST_DATABASE_POOL_SIZE",
    kind: "integer",
    fallback: 10,
    meaning: "connections to Postgres for accepting, sending and whatever else changes something",
  },
  {
    key: "databaseReadingPoolSize",
    variable: "WAYPOST_DATABASE_READING_POOL_SIZE",
    kind: "integer",
    fallback: 4,
    meaning: "connections to Postgres for lists, searches, exports and overviews; as many are read at once",
  },
  {
    key: "readSeconds",
    variable: "WAYPOST_READ_SECONDS",
    kind: "integer",
    fallback: 10,
    meaning:
      "seconds that each of those may wait for its turn, and may then take, before it is answered with 503",
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
    key: "auditDays",
    variable: "WAYPOST_AUDIT_DAYS",
    kind: "integer",
    fallback: 730,
    meaning: "entries of the audit log older than this are deleted; at least 90",
  },
  {
    key: "metricsPort",
    variable: "WAYPOST_METRICS_PORT",
    kind: "integer",
    meaning: "loopback port that serves /metrics without a key; unset: only with a key, on the API's port",
  },
  {
    key: "mediaBucket",
    variable: "WAYPOST_MEDIA_S3_BUCKET",
    kind: "text",
    meaning:
      "S3-compatible bucket for the files of messages; unset: `media` in `WAYPOST_HOME`, which daemons on several machines don't share",
  },
  {
    key: "mediaEndpoint",
    variable: "WAYPOST_MEDIA_S3_ENDPOINT",
    kind: "text",
    meaning: "address of the bucket's server; unset: Amazon's",
  },
  { key: "mediaRegion", variable: "WAYPOST_MEDIA_S3_REGION", kind: "text", meaning: "region of the bucket" },
  {
    key: "mediaAccessKeyId",
    variable: "WAYPOST_MEDIA_S3_ACCESS_KEY_ID",
    kind: "text",
    meaning: "access key of the bucket",
  },
  {
    key: "mediaSecretAccessKey",
    variable: "WAYPOST_MEDIA_S3_SECRET_ACCESS_KEY",
    kind: "text",
    meaning: "secret of that access key",
  },
  {
    key: "logLevel",
    variable: "WAYPOST_LOG_LEVEL",
    kind: "text",
    fallback: "info",
    meaning: "debug, info, warn, error or silent",
  },
];
