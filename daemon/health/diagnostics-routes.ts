import { statfs } from "node:fs/promises";
import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import type { Replica } from "../../db/connection/replica.ts";
import { type OpenEventWriter, openEventWriters } from "../../db/events/events.ts";
import { databaseFacts, migrationFacts, waitingLanes } from "../../db/health/diagnostics.ts";
import { countFailedWebhooks } from "../../db/inbound/failed.ts";
import type { InboundBacklog } from "../../db/inbound/inbound.ts";
import { mediaUsage } from "../../db/media/usage.ts";
import { isOperator } from "../../db/organizations/organizations.ts";
import { GraphVersionSchema, graphVersionOf } from "../config/graph-versions.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { VERSION } from "../lib/version.ts";
import { askOutsideHosts, type OutsideUrls } from "./outside-hosts.ts";
import { ReplicaSchema, ReplicationSchema } from "./replication-schemas.ts";
import { RestoredSchema, showRestored } from "./restored.ts";
import { type TriedProxy, TriedProxySchema } from "./tried-proxies.ts";
import { type WebhookFields, WebhookFieldsSchema } from "./webhook-fields.ts";

export type DiagnosticsDependencies = {
  sql: Sql;
  /** The data folder, where the daemon calls out to, and what files may take. */
  outside: OutsideUrls & { home: string; organizationMediaGb: number };
  /** How many servers the database's URL names. */
  databaseHosts: number;
  /** The server of `DATABASE_READ_URL`; null where it is not set. */
  replica: Pick<Replica, "facts"> | null;
  canConvert: () => boolean;
  /** Asks the platform which webhook fields are missing; null where no app is configured. */
  missingFields: () => Promise<WebhookFields | null>;
  /** Tries the proxies of an organisation's numbers. */
  tryProxies: (organizationId: string) => Promise<TriedProxy[]>;
  /** Inbound calls that wait to be processed. */
  backlog: () => Promise<InboundBacklog>;
};

/** Seconds after which a transaction that holds the event log back is reported. */
const LONG_OPEN_MS = 10_000;

const Time = Type.String({ format: "date-time" });
const DiagnosticsSchema = Type.Object(
  {
    version: Type.String(),
    now: Time,
    operator: Type.Boolean({
      description: "Whether the caller's organisation runs the installation: others see only what is theirs",
    }),
    database: Nullable(
      Type.Object({
        version: Type.String(),
        version_number: Type.Integer(),
        now: Time,
        connections: Type.Integer(),
        max_connections: Type.Integer(),
        fsync: Type.Boolean(),
        full_page_writes: Type.Boolean(),
        synchronous_commit: Type.String(),
        replication: ReplicationSchema,
        read_replica: Nullable(ReplicaSchema),
        restored: Nullable(RestoredSchema),
      }),
    ),
    migrations: Nullable(
      Type.Object({
        applied: Type.Integer(),
        missing: Type.Array(Type.String()),
        unknown: Type.Array(Type.String()),
      }),
    ),
    disk: Nullable(Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer() })),
    conversion: Nullable(
      Type.Boolean({ description: "Whether ffmpeg is installed, so that uploaded files can be converted" }),
    ),
    media: Type.Object(
      {
        bytes: Type.Integer(),
        most_bytes: Nullable(Type.Integer({ description: "The most they may take; null is no limit" })),
      },
      { description: "The size of the files of the organisation's messages" },
    ),
    lanes: Type.Array(
      Type.Object({
        kind: Type.String(),
        lane_id: Type.String({ description: "The channel or endpoint whose items wait" }),
        due_at: Time,
        paused_until: Nullable(Time),
        owned: Type.Boolean({ description: "Whether a daemon is working on it" }),
        unattended: Type.Boolean({ description: "Nothing blocks it, but no daemon is working on it" }),
      }),
      { description: "Lanes in which something has been due for a minute, at most 100" },
    ),
    inbound: Type.Object(
      {
        waiting: Nullable(
          Type.Integer({
            description: "Calls from providers that wait to be processed, of all organisations",
          }),
        ),
        oldest_at: Nullable(Time),
        failed: Type.Integer({ description: "Failed calls to channels of the organisation" }),
        unassigned: Nullable(
          Type.Integer({ description: "Failed calls that belong to no organisation's channel" }),
        ),
      },
      { description: "Inbound calls" },
    ),
    event_writers: Type.Array(
      Type.Object({
        pid: Type.Integer({ description: "Its process in Postgres" }),
        application_name: Type.String(),
        client_address: Nullable(Type.String({ description: "Null on a local socket" })),
        state: Nullable(Type.String({ description: "As in `pg_stat_activity`" })),
        since: Type.String({ format: "date-time", description: "When its transaction began" }),
      }),
      {
        description: `Transactions that wrote events and have been open for ${LONG_OPEN_MS / 1000} seconds, at most 100: the event log waits for them to end`,
      },
    ),
    hosts: Type.Array(
      Type.Object({
        name: Type.String(),
        host: Type.String(),
        error: Nullable(Type.String({ description: "Why it can't be reached" })),
        milliseconds: Type.Integer(),
      }),
      { description: "Hosts that the daemon calls" },
    ),
    graph_version: Nullable(GraphVersionSchema),
    webhook_fields: Nullable(WebhookFieldsSchema),
    proxies: Type.Array(TriedProxySchema, {
      description: "The proxies of the organisation's numbers, at most 100",
    }),
  },
  {
    title: "Diagnostics",
    examples: [
      {
        version: "0.2.0",
        now: "2026-11-21T09:30:00.000Z",
        operator: true,
        database: {
          version: "17.5",
          version_number: 170005,
          now: "2026-11-21T09:30:00.000Z",
          connections: 12,
          max_connections: 100,
          fsync: true,
          full_page_writes: true,
          synchronous_commit: "on",
          replication: {
            ...{ hosts: 1, standbys: 0, lag_bytes: null, synchronous_standby_names: "" },
            ...{ needed_standbys: 0, synchronous_standbys: 0 },
          },
          ...{ read_replica: null, restored: null },
        },
        migrations: { applied: 13, missing: [], unknown: [] },
        disk: { free_bytes: 52_000_000_000, total_bytes: 80_000_000_000 },
        conversion: true,
        media: { bytes: 4_200_000_000, most_bytes: 100_000_000_000 },
        lanes: [],
        inbound: { waiting: 0, oldest_at: null, failed: 0, unassigned: 0 },
        event_writers: [],
        hosts: [{ name: "graph", host: "graph.facebook.com", error: null, milliseconds: 38 }],
        graph_version: { version: "v25.0", ends_on: "2028-07-29", state: "usable" },
        webhook_fields: { missing: ["standby"], error: null },
        proxies: [{ channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", error: null, milliseconds: 95 }],
      },
    ],
  },
);

/** The part about the installation, as others than its operator see it. */
const NOT_SHOWN = {
  ...{ database: null, migrations: null, disk: null, conversion: null, event_writers: [], hosts: [] },
  ...{ graph_version: null, webhook_fields: null },
};

/** `/v1/diagnostics`: what only the daemon can know of itself and what is around it. */
export function diagnosticsRoutes(http: Http, dependencies: DiagnosticsDependencies) {
  const { sql, outside, databaseHosts, replica, backlog, canConvert, missingFields, tryProxies } =
    dependencies;

  async function inboundOf(organizationId: string, operator: boolean) {
    const [{ waiting, oldest_at }, { failed, unassigned }] = await Promise.all([
      backlog(),
      countFailedWebhooks(sql, organizationId),
    ]);
    if (!operator) return { waiting: null, oldest_at: null, failed, unassigned: null };
    return { waiting, oldest_at: oldest_at?.toISOString() ?? null, failed, unassigned };
  }

  /** The part about the installation, for its operator alone. */
  async function installation(operator: boolean) {
    if (!operator) return NOT_SHOWN;
    const [facts, read_replica, migrations, disk, writers, hosts, webhook_fields] = await Promise.all([
      databaseFacts(sql),
      replica?.facts() ?? null,
      migrationFacts(sql),
      diskOf(outside.home),
      openEventWriters(sql, LONG_OPEN_MS),
      askOutsideHosts(outside),
      missingFields(),
    ]);
    const replication = { hosts: databaseHosts, ...facts.replication };
    const database = { ...facts, replication, read_replica, restored: await showRestored(sql) };
    return {
      ...{ database, migrations, disk, conversion: canConvert(), event_writers: writers.map(showWriter) },
      ...{ hosts, graph_version: graphVersionOf(outside.graphUrl, new Date()), webhook_fields },
    };
  }

  return new Elysia().use(http).get(
    "/v1/diagnostics",
    async ({ caller: { organizationId } }) => {
      const operator = await isOperator(sql, organizationId);
      const [around, media, lanes, inbound, proxies] = await Promise.all([
        installation(operator),
        mediaUsage(sql, organizationId, outside.organizationMediaGb),
        waitingLanes(sql, organizationId),
        inboundOf(organizationId, operator),
        tryProxies(organizationId),
      ]);
      return { version: VERSION, now: new Date(), operator, ...around, media, lanes, inbound, proxies };
    },
    {
      permission: "*",
      detail: documented({
        operation: "getDiagnostics",
        summary: "Get diagnostics",
        description:
          "Checks the database, the disk, the lanes, the hosts that Waypost calls, the webhook fields of the Meta app and the proxies of numbers, which takes up to four seconds. Only the operator's organisation sees what concerns the whole installation. `waypost doctor` explains what to do.",
        responses: { 200: { description: "The findings", schema: DiagnosticsSchema } },
      }),
    },
  );
}

function showWriter({ since, ...writer }: OpenEventWriter) {
  return { ...writer, since: since.toISOString() };
}

/** Null where there is no data folder. */
async function diskOf(home: string) {
  const found = await statfs(home).catch(() => null);
  if (found === null) return null;
  return { free_bytes: found.bavail * found.bsize, total_bytes: found.blocks * found.bsize };
}
