import { type Static, Type } from "../lib/typebox.ts";
import { DAEMON_LIFE } from "./daemon-life.ts";
import { DATABASE_ADDRESSES } from "./database-addresses.ts";
import { MEDIA } from "./media.ts";
import { META_APP } from "./meta-app.ts";
import { defaultHome, type Setting } from "./setting.ts";

const text = Type.String({ minLength: 1 });
const port = Type.Integer({ minimum: 0, maximum: 65535 });
const requestsPerSecond = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** Every setting of the daemon. A new one is a new row: its type follows, and `./scripts/configuration` documents it. */
export const SETTINGS = {
  ...DATABASE_ADDRESSES,
  home: {
    variable: "WAYPOST_HOME",
    schema: text,
    fallback: defaultHome,
    onlyInEnvironment: true,
    meaning: "data directory: embedded Postgres, master key, media files",
  },
  host: {
    variable: "WAYPOST_HOST",
    schema: text,
    fallback: "127.0.0.1",
    meaning: "address that the API listens on",
  },
  port: {
    variable: "WAYPOST_PORT",
    schema: port,
    fallback: 8484,
    meaning: "port that the API listens on; 0 picks a free one",
  },
  behindProxy: {
    variable: "WAYPOST_BEHIND_PROXY",
    schema: Type.Boolean(),
    fallback: false,
    meaning:
      "`true`: a proxy in front ends TLS and sets `X-Forwarded-For` and `X-Forwarded-Proto`, which are then trusted",
  },
  inContainer: {
    variable: "WAYPOST_IN_CONTAINER",
    schema: Type.Boolean(),
    fallback: false,
    meaning:
      "`true`, as the image has it: others reach the daemon where its port is published; without TLS, it answers only [requests for `localhost`](limits.md#tls)",
  },
  publicUrl: {
    variable: "WAYPOST_PUBLIC_URL",
    schema: Type.String({ pattern: "^https?://[^\\s/?#]+(/[^\\s?#]*)?$" }),
    meaning:
      "address of the API for clients, such as `https://example.com/waypost`, for links; unset: the host that a request names",
  },
  page: {
    variable: "WAYPOST_PAGE",
    schema: Type.Union([Type.Literal("on"), Type.Literal("off")]),
    fallback: "on",
    meaning: "on, or off: without the [page](page.md) for browsers",
  },
  tlsCertificate: {
    variable: "WAYPOST_TLS_CERTIFICATE",
    schema: text,
    meaning: "PEM file with the certificate and its chain, to serve the API over https",
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
    meaning: "seconds until the response to a request has to begin, except for import files",
  },
  keyRequestsPerSecond: {
    variable: "WAYPOST_KEY_REQUESTS_PER_SECOND",
    schema: requestsPerSecond,
    fallback: 20_000,
    meaning: "requests per second of each key or user at all daemons, averaged over ten seconds",
  },
  organizationRequestsPerSecond: {
    variable: "WAYPOST_ORGANIZATION_REQUESTS_PER_SECOND",
    schema: requestsPerSecond,
    fallback: 50_000,
    meaning: "the same for each organisation without its own limit",
  },
  addressRequestsPerSecond: {
    variable: "WAYPOST_ADDRESS_REQUESTS_PER_SECOND",
    schema: requestsPerSecond,
    fallback: 50,
    meaning: "the same for each address without a valid key or login",
  },
  cell: {
    variable: "WAYPOST_CELL",
    schema: Type.String({ pattern: "^[a-z0-9]{1,16}$" }),
    meaning:
      "name of this [cell](scale.md#cells), such as `eu1`, which new API keys carry; unset: there is only one",
  },
  ...META_APP,
  webSocketUrl: {
    variable: "WAYPOST_WA_WEB_URL",
    schema: Type.String({ pattern: "^wss?://" }),
    fallback: "wss://web.whatsapp.com/ws/chat",
    meaning: "address of WhatsApp Web's WebSocket",
  },
  webRootKey: {
    variable: "WAYPOST_WA_ROOT_KEY",
    schema: Type.String({ pattern: "^[0-9a-fA-F]{64}$" }),
    meaning: "public key (hex) that replaces WhatsApp's root key; only for a sandbox",
  },
  webDevice: {
    variable: "WAYPOST_WA_WEB_DEVICE",
    schema: Type.String({ pattern: "^(Chrome|Edge|Firefox|IE|Opera|Safari) \\((Linux|Mac OS|Windows)\\)$" }),
    fallback: "Chrome (Mac OS)",
    meaning:
      "browser and system as which numbers are paired, for the phone's list of linked devices; WhatsApp takes a typed code from these names only",
  },
  webVersion: {
    variable: "WAYPOST_WA_WEB_VERSION",
    schema: Type.String({ pattern: "^\\d{1,4}\\.\\d{1,6}\\.\\d{1,10}$" }),
    meaning:
      "version of WhatsApp Web as which paired numbers log in, such as `2.3000.1043857760`; unset: the one that comes with Waypost, or a newer one that WhatsApp Web's page names",
  },
  allowPrivateHosts: {
    variable: "WAYPOST_ALLOW_PRIVATE_HOSTS",
    schema: Type.Array(Type.String({ minLength: 1 })),
    fallback: [],
    meaning:
      "comma-separated CIDRs and host:port pairs of private hosts that webhooks and media links may reach, also by plain http; a host name in a media link only if it is listed as host:port",
  },
  masterKey: {
    variable: "WAYPOST_MASTER_KEY",
    schema: Type.String({ minLength: 43 }),
    meaning:
      "32 bytes in base64 that encrypt stored secrets; unset: from the file or the command, else `master.key` in `WAYPOST_HOME`",
  },
  masterKeyFile: {
    variable: "WAYPOST_MASTER_KEY_FILE",
    schema: text,
    meaning: "file with the master key, such as a mounted secret; read again when keys are rotated",
  },
  masterKeyCommand: {
    variable: "WAYPOST_MASTER_KEY_COMMAND",
    schema: Type.String({ pattern: "[^ ]" }),
    meaning: "program that prints the master key, with arguments separated by spaces; runs without a shell",
  },
  sandbox: {
    variable: "WAYPOST_SANDBOX",
    schema: Type.Boolean(),
    fallback: false,
    meaning:
      "`true`: WhatsApp's addresses lead to a [sandbox](sandbox.md#sandbox-or-whatsapp), and other channels are left alone; `waypostd --sandbox` sets it",
  },
  sandboxPort: {
    variable: "WAYPOST_SANDBOX_PORT",
    schema: port,
    fallback: 8485,
    meaning: "port of the Graph API sandbox; the WhatsApp Web sandbox uses the next one",
  },
  databasePoolSize: {
    variable: "WAYPOST_DATABASE_POOL_SIZE",
    schema: Type.Integer({ minimum: 2, maximum: 200 }),
    fallback: 10,
    meaning:
      "connections to Postgres for accepting, sending and all other changes; with six or more, two are kept for accepting messages",
  },
  databaseReadingPoolSize: {
    variable: "WAYPOST_DATABASE_READING_POOL_SIZE",
    schema: Type.Integer({ minimum: 1, maximum: 200 }),
    fallback: 4,
    meaning:
      "connections to Postgres for lists, searches, exports and overviews, and how many of these run at once",
  },
  readSeconds: {
    variable: "WAYPOST_READ_SECONDS",
    schema: Type.Integer({ minimum: 1, maximum: 240 }),
    fallback: 10,
    meaning: "seconds that each of those may wait, and then run, before a 503",
  },
  outcomeGraceSeconds: {
    variable: "WAYPOST_OUTCOME_GRACE_SECONDS",
    schema: Type.Integer({ minimum: 1, maximum: 3600 }),
    fallback: 60,
    meaning: "seconds that a send without a response waits for its status before it is retried or failed",
  },
  ...DAEMON_LIFE,
  retentionDays: {
    variable: "WAYPOST_RETENTION_DAYS",
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    fallback: 90,
    meaning: "days after which messages, events and deliveries are dropped",
  },
  auditDays: {
    variable: "WAYPOST_AUDIT_DAYS",
    schema: Type.Integer({ minimum: 90, maximum: 36_500 }),
    fallback: 730,
    meaning: "days after which entries of the audit log are deleted; at least 90",
  },
  metricsPort: {
    variable: "WAYPOST_METRICS_PORT",
    schema: port,
    meaning: "port that serves /metrics without a key; unset: only on the API's port, with a key",
  },
  metricsHost: {
    variable: "WAYPOST_METRICS_HOST",
    schema: text,
    fallback: "127.0.0.1",
    meaning: "address that this port listens on; everybody who can reach it can read the metrics",
  },
  ...MEDIA,
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

/** Every setting of the daemon. */
export type Config = { [Key in Exclude<keyof Settings, Unset>]: Value<Key> } & {
  [Key in Unset]?: Value<Key>;
};

/** The rows of the table, with the names that the program knows them by. */
export const SETTING_ROWS: readonly (Setting & { key: string })[] = Object.entries(SETTINGS).map(
  ([key, setting]) => ({ key, ...setting }),
);
