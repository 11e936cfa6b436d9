import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import type { InboundBacklog } from "../../db/inbound/inbound.ts";
import { isOperator } from "../../db/organizations/organizations.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { VERSION } from "../lib/version.ts";
import { LONG_WAIT_SECONDS } from "./backlog.ts";
import type { Metrics } from "./metrics.ts";
import type { Room } from "./room.ts";

export type HealthDependencies = {
  sql: Sql;
  metrics: Metrics;
  /** Whether each part of the daemon works; `off` when this daemon does not have it. */
  parts: () => { worker: Check; gateway: Check };
  /** What came in and waits to be processed. */
  backlog: () => Promise<InboundBacklog>;
  /** False from the moment the daemon begins to stop. */
  isServing: () => boolean;
  room: Pick<Room, "isThere">;
};

export type Check = "ok" | "failing" | "off";

const CHECK_MS = 2000;
const tags = ["Health"];
const CHECKS = ["ok", "failing", "off"].map((check) => Type.Literal(check));
const CheckSchema = Type.Union(CHECKS);
const HealthSchema = Type.Object(
  {
    status: Type.Union([Type.Literal("ok"), Type.Literal("degraded")]),
    version: Type.String(),
    uptime_seconds: Type.Integer(),
    checks: Type.Object({
      postgres: CheckSchema,
      worker: CheckSchema,
      gateway: CheckSchema,
      inbound: Type.Union(CHECKS, {
        description: "`failing` while something that came in to any daemon has waited for a minute",
      }),
    }),
  },
  {
    examples: [
      {
        status: "ok",
        version: "0.1.0",
        uptime_seconds: 3600,
        checks: { postgres: "ok", worker: "ok", gateway: "off", inbound: "ok" },
      },
    ],
  },
);

const ReadySchema = Type.Object({
  ready: Type.Boolean(),
  reason: Type.Optional(
    Type.Union(
      ["stopping", "database_unavailable", "database_full"].map((reason) => Type.Literal(reason)),
      { description: "Why not" },
    ),
  ),
});

/** `/v1/health`, `/v1/ready` and `/metrics`. */
export function healthRoutes(
  http: Http,
  { sql, metrics, parts, backlog, isServing, room }: HealthDependencies,
) {
  const startedAt = performance.now();

  const checkPostgres = () => checkInTime(sql`select 1`.then(() => true));

  const checkInbound = () =>
    checkInTime(backlog().then(({ oldest_seconds }) => oldest_seconds < LONG_WAIT_SECONDS));

  /** Why requests should go elsewhere; null when there is no reason. */
  async function unreadiness() {
    if (!isServing()) return "stopping";
    if ((await checkPostgres()) !== "ok") return "database_unavailable";
    return (await room.isThere()) ? null : "database_full";
  }

  async function health() {
    const [postgres, inbound, hasRoom] = await Promise.all([checkPostgres(), checkInbound(), room.isThere()]);
    const checks = { postgres: hasRoom ? postgres : ("failing" as const), ...parts(), inbound };
    return {
      status: Object.values(checks).includes("failing") ? ("degraded" as const) : ("ok" as const),
      version: VERSION,
      uptime_seconds: Math.floor((performance.now() - startedAt) / 1000),
      checks,
    };
  }

  return new Elysia()
    .use(http)
    .get("/v1/health", health, {
      detail: documented({
        tags,
        operation: "getHealth",
        summary: "How the daemon is",
        open: true,
        description: "Always 200 while the process runs; `status` and `checks` say what works.",
        responses: { 200: { description: "Its parts", schema: HealthSchema } },
      }),
    })
    .get(
      "/v1/ready",
      async ({ set }) => {
        const reason = await unreadiness();
        if (reason === null) return { ready: true };
        set.status = 503;
        return { ready: false, reason };
      },
      {
        detail: documented({
          tags,
          operation: "getReady",
          summary: "Whether the daemon takes requests",
          open: true,
          responses: {
            200: {
              description: "Ready",
              schema: ReadySchema,
              example: { ready: true },
            },
            503: {
              description: "Stopping, or the database is away or full",
              schema: ReadySchema,
              example: { ready: false, reason: "database_unavailable" },
            },
          },
        }),
      },
    )
    .get(
      "/metrics",
      async ({ caller }) => {
        if (!(await isOperator(sql, caller.organizationId))) throw operatorOnly();
        const { registry } = metrics;
        return new Response(await registry.metrics(), { headers: { "content-type": registry.contentType } });
      },
      {
        permission: "*",
        detail: documented({
          tags,
          operation: "getMetrics",
          summary: "Metrics for Prometheus",
          description:
            "Needs a key of the operator's organisation (403 `operator_only`); the loopback port WAYPOST_METRICS_PORT serves them without a key.",
          responses: {
            200: {
              description: "Prometheus text format",
              mediaType: "text/plain",
              schema: Type.String(),
              example: 'waypost_lane_results_total{lane="channel",outcome="sent"} 42\n',
            },
          },
        }),
      },
    );
}

/** Metrics are of all organisations together. */
function operatorOnly() {
  const detail = "metrics cover the whole installation; they need a key of the operator's organisation";
  return problem(403, "operator_only", detail);
}

/** Whether something turns out to be so, and soon. */
async function checkInTime(isSo: Promise<boolean>): Promise<Check> {
  const outcome = isSo.catch(() => false);
  return (await Promise.race([outcome, Bun.sleep(CHECK_MS).then(() => false)])) ? "ok" : "failing";
}
