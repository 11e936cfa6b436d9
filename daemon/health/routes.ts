import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { standbysOf } from "../../db/health/standbys.ts";
import type { InboundBacklog } from "../../db/inbound/inbound.ts";
import { isOperator } from "../../db/organizations/organizations.ts";
import { ROLES, type Role } from "../config/roles.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { VERSION } from "../lib/version.ts";
import { LONG_WAIT_SECONDS } from "./backlog.ts";
import { driftRoutes } from "./drift-routes.ts";
import type { Metrics } from "./metrics.ts";
import { MissingRolesSchema, RoleSchema, withoutRole } from "./missing-roles.ts";
import { type Parts, REASONS, unreadiness } from "./readiness.ts";
import type { Room } from "./room.ts";

export type HealthDependencies = {
  sql: Sql;
  metrics: Metrics;
  roles: readonly Role[];
  parts: () => Parts;
  /** Roles that the installation needs and no living daemon has. */
  missingRoles: () => Promise<Role[]>;
  /** Inbound calls that wait to be processed. */
  backlog: () => Promise<InboundBacklog>;
  /** False from the moment the daemon begins to stop. */
  isServing: () => boolean;
  room: Pick<Room, "isThere">;
  /** Whether files can be stored. */
  fileRoom: Pick<Room, "isThere">;
  outside: { graphUrl: string; sandbox: boolean };
};

type Check = "ok" | "failing" | "off";

const CHECK_MS = 2000;
const CHECKS = ["ok", "failing", "off"].map((check) => Type.Literal(check));
const PartSchema = Type.Union(CHECKS, {
  description: "`off` where another daemon has this role; `failing`, too, where it is needed and none has it",
});
const RolesSchema = Type.Array(RoleSchema, { description: "The daemon's roles" });
const HealthSchema = Type.Object(
  {
    status: Type.Union([Type.Literal("ok"), Type.Literal("degraded")]),
    version: Type.String(),
    uptime_seconds: Type.Integer(),
    checks: Type.Object({
      postgres: Type.Union(CHECKS, {
        description:
          "`failing` while it can't be reached, has no room, or does no commit because the standbys that commits wait for are gone",
      }),
      worker: PartSchema,
      gateway: PartSchema,
      inbound: Type.Union(CHECKS, {
        description: "`failing` while something that came in to any daemon has waited for a minute",
      }),
      files: Type.Union(CHECKS, {
        description:
          "`failing` while files can't be stored: the disk of WAYPOST_HOME is full, or the bucket takes none",
      }),
    }),
    roles: RolesSchema,
    missing_roles: MissingRolesSchema,
    sandbox_url: Nullable(
      Type.String({
        description: "Where the sandbox is controlled that stands in for WhatsApp, seen from the daemon",
      }),
    ),
  },
  {
    examples: [
      {
        status: "degraded",
        version: "0.2.0",
        uptime_seconds: 3600,
        checks: { postgres: "ok", worker: "ok", gateway: "failing", inbound: "ok", files: "ok" },
        roles: ["api", "worker"],
        missing_roles: [withoutRole("gateway")],
        sandbox_url: null,
      },
    ],
  },
);

const ReadySchema = Type.Object({
  ready: Type.Boolean(),
  reason: Type.Optional(
    Type.Union(
      REASONS.map((reason) => Type.Literal(reason)),
      { description: "Why not; the last two only of a daemon without the role `api`" },
    ),
  ),
  roles: RolesSchema,
  missing_roles: MissingRolesSchema,
});
const READY = { ready: true, roles: [...ROLES], missing_roles: [] };

/** `/v1/health`, `/v1/ready` and `/metrics`. */
export function healthRoutes(
  http: Http,
  {
    sql,
    metrics,
    roles,
    parts,
    missingRoles,
    backlog,
    isServing,
    room,
    fileRoom,
    outside,
  }: HealthDependencies,
) {
  const startedAt = performance.now();

  const checkPostgres = () => checkInTime(sql`select 1`.then(() => true));

  /** As `checkPostgres`; and failing, too, while no commit is done, since the standbys that it waits for are gone. */
  const checkCommits = () => checkInTime(standbysOf(sql).then(({ needed, there }) => there >= needed));

  const checkInbound = () =>
    checkInTime(backlog().then(({ oldest_seconds }) => oldest_seconds < LONG_WAIT_SECONDS));

  const findReason = () =>
    unreadiness({
      ...{ roles, parts, isServing, hasDatabaseRoom: room.isThere },
      isDatabaseThere: async () => (await checkPostgres()) === "ok",
    });

  /** None where the database can't say. */
  const findMissing = () =>
    Promise.race([missingRoles().catch(() => []), Bun.sleep(CHECK_MS).then(() => [])]);

  function checkPart(part: keyof Parts, missing: readonly Role[]): Check {
    if (missing.includes(part)) return "failing";
    if (!roles.includes(part)) return "off";
    return parts()[part] ? "ok" : "failing";
  }

  async function health() {
    const [postgres, inbound, hasRoom, files, missing] = await Promise.all([
      ...([checkCommits(), checkInbound(), room.isThere()] as const),
      ...([checkInTime(fileRoom.isThere()), findMissing()] as const),
    ]);
    const checks = {
      postgres: hasRoom ? postgres : ("failing" as const),
      worker: checkPart("worker", missing),
      gateway: checkPart("gateway", missing),
      ...{ inbound, files },
    };
    return {
      status: Object.values(checks).includes("failing") ? ("degraded" as const) : ("ok" as const),
      version: VERSION,
      uptime_seconds: Math.floor((performance.now() - startedAt) / 1000),
      checks,
      roles: [...roles],
      missing_roles: missing.map(withoutRole),
      sandbox_url: outside.sandbox ? new URL(outside.graphUrl).origin : null,
    };
  }

  return new Elysia()
    .use(http)
    .use(driftRoutes(http, { sql }))
    .get("/v1/health", health, {
      detail: documented({
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
        const [reason, missing] = await Promise.all([findReason(), findMissing()]);
        const about = { roles: [...roles], missing_roles: missing.map(withoutRole) };
        if (reason === null) return { ready: true, ...about };
        set.status = 503;
        return { ready: false, reason, ...about };
      },
      {
        detail: documented({
          operation: "getReady",
          summary: "Whether the daemon is ready for its roles",
          open: true,
          description:
            "With the role `api`, whether it takes requests; without, whether its worker and gateway work. Roles that no daemon has are reported, but don't make others unready.",
          responses: {
            200: {
              description: "Ready",
              schema: ReadySchema,
              example: READY,
            },
            503: {
              description: "Stopping, or the database is away or full, or what its roles need fails",
              schema: ReadySchema,
              example: { ...READY, ready: false, reason: "database_unavailable" },
            },
          },
        }),
      },
    )
    .get(
      "/metrics",
      async ({ caller }) => {
        if (!(await isOperator(sql, caller.organizationId))) throw operatorOnly();
        return await metrics.respond();
      },
      {
        permission: "*",
        detail: documented({
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
