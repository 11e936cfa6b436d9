import { Elysia } from "elysia";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { databaseTime } from "../../db/connection/database-time.ts";
import type { DeliveryRow } from "../../db/webhooks/deliveries.ts";
import { listEndpoints } from "../../db/webhooks/endpoints.ts";
import {
  cancelReplay,
  findReplay,
  type ReplayRange,
  type ReplayRow,
  startReplay,
} from "../../db/webhooks/replays.ts";
import { endpointsWithout, findDeliveredEvent, resendEvent } from "../../db/webhooks/resend.ts";
import { audited } from "../auth/audit.ts";
import { isEventType } from "../events/catalogue.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type FieldError, problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { DeliverySchema, showDelivery } from "./delivery.ts";
import { mustFindEnabled } from "./find.ts";
import { ReplayBody, ReplayedSchema, ReplaySchema, showReplay } from "./replay-record.ts";
import { mayUseEndpoint } from "./visibility.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const RetryBody = Type.Optional(
  Type.Object(
    {
      endpoint_id: Type.Optional(
        Type.String({ maxLength: 64, description: "May be one that has accepted it already" }),
      ),
    },
    { examples: [{ endpoint_id: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8T" }] },
  ),
);
const RetriedSchema = Type.Object({ data: Type.Array(DeliverySchema) }, { title: "RetriedDeliveries" });

/** Routes that deliver again: one event, or a range of them. */
export function resendRoutes(http: Http, { sql }: { sql: Sql }) {
  return new Elysia({ prefix: "/v1/settings/developer/webhooks" })
    .use(http)
    .post(
      "/deliveries/:id/retry",
      async ({ caller, params, body, once }) =>
        await once(async (sql) => {
          const rows = await retry(sql, caller, params.id, body?.endpoint_id);
          return { status: 202, body: { data: rows.map(showDelivery) } };
        }),
      {
        permission: "webhooks:manage",
        idempotent: true,
        params: Type.Object({ id: Type.String({ maxLength: 64, description: "The `webhook-id`" }) }),
        body: RetryBody,
        detail: documented({
          operation: "retryDelivery",
          summary: "Retry a delivery",
          description:
            "Retries at once, ahead of everything that waits: to the given endpoint, or to every enabled one that has not accepted the event. An attempt that is due later is made now.",
          errors: [409],
          responses: {
            202: { description: "The attempts that will be made", schema: RetriedSchema },
          },
        }),
      },
    )
    .post(
      "/deliveries/replay",
      async ({ caller, body, once }) =>
        await once(async (sql) => {
          const id = newId("rpl");
          await replay(sql, caller, id, body);
          return { status: 202, body: { id, matched: null } };
        }),
      {
        permission: "webhooks:manage",
        idempotent: true,
        body: ReplayBody,
        detail: documented({
          operation: "replayDeliveries",
          summary: "Replay a range of deliveries",
          description:
            "Delivers again what failed in a range of time, and what happened while an endpoint was disabled by failures. Counting and queueing happen in the background; the replay's record shows the progress. It continues after a restart, and queues nothing twice.",
          errors: [404, 409],
          responses: { 202: { description: "Started", schema: ReplayedSchema } },
        }),
      },
    )
    .get(
      "/deliveries/replays/:id",
      async ({ caller, params }) => showReplay(await mustFindReplay(sql, caller, params.id)),
      {
        permission: "webhooks:manage",
        params: Id,
        detail: documented({
          operation: "getReplay",
          summary: "Get a replay",
          responses: { 200: { description: "Its progress", schema: ReplaySchema } },
        }),
      },
    )
    .post(
      "/deliveries/replays/:id/cancel",
      async ({ caller, params, once }) =>
        await once(async (sql) => {
          const entry = { action: "replay.cancelled", target: { type: "replay", id: params.id } };
          const row = await audited(sql, caller, entry, async (transaction) => {
            await mustFindReplay(transaction, caller, params.id);
            await cancelReplay(transaction, caller.organizationId, params.id);
            return await mustFindReplay(transaction, caller, params.id);
          });
          return { status: 200, body: showReplay(row) };
        }),
      {
        permission: "webhooks:manage",
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "cancelReplay",
          summary: "Cancel a replay",
          description:
            "Queues nothing more; what was queued is still delivered. A replay that has queued everything does not change.",
          errors: [409],
          shows: ReplaySchema,
        }),
      },
    );
}

async function replay(
  sql: Queryable,
  caller: Caller,
  id: string,
  body: Static<typeof ReplayBody>,
): Promise<void> {
  const range = await rangeOf(sql, caller, body);
  if (range.dryRun) return await startReplay(sql, id, range);
  const entry = { action: "replay.started", target: { type: "replay", id }, changes: body };
  await audited(sql, caller, entry, (transaction) => startReplay(transaction, id, range));
}

async function mustFindReplay(sql: Queryable, caller: Caller, id: string): Promise<ReplayRow> {
  const row = await findReplay(sql, caller.organizationId, id);
  if (row === null || !mayUseReplay(caller, row)) throw notFound("replay");
  return row;
}

async function retry(sql: Queryable, caller: Caller, eventId: string, endpointId: string | undefined) {
  await mustFindEvent(sql, caller, eventId);
  const endpointIds = await endpointsOf(sql, caller, eventId, endpointId);
  const entry = {
    action: "delivery.retried",
    target: { type: "event", id: eventId },
    changes: { endpoint_ids: endpointIds },
  };
  return await audited(sql, caller, entry, async (transaction) => {
    const made: DeliveryRow[] = [];
    for (const id of endpointIds) {
      const attempt = await resendEvent(
        transaction,
        caller.organizationId,
        eventId,
        id,
        endpointId !== undefined,
      );
      if (attempt !== null) made.push(attempt);
    }
    return made;
  });
}

async function mustFindEvent(sql: Queryable, caller: Caller, id: string): Promise<void> {
  const event = await findDeliveredEvent(sql, caller.organizationId, id);
  const hidden = event !== null && event.channel_id !== null && !mayUseChannel(caller, event.channel_id);
  if (event === null || hidden) throw problem(404, "not_found", "there is no event with this webhook-id");
}

/** The endpoints that an event is sent to again. */
async function endpointsOf(
  sql: Queryable,
  caller: Caller,
  eventId: string,
  named: string | undefined,
): Promise<string[]> {
  if (named !== undefined) return [(await mustFindEnabled(sql, caller, named)).id];
  const without = new Set(await endpointsWithout(sql, caller.organizationId, eventId));
  const rows = await listEndpoints(sql, caller.organizationId);
  return rows.filter((row) => without.has(row.id) && mayUseEndpoint(caller, row)).map((row) => row.id);
}

async function rangeOf(
  sql: Queryable,
  caller: Caller,
  body: Static<typeof ReplayBody>,
): Promise<ReplayRange> {
  const { since, until, endpoint_id, event_types = null, status = "failed", dry_run: dryRun = false } = body;
  // by default after all that has happened, whose times are the database's
  const end = until ?? (await databaseTime(sql)).getTime() + 1;
  const range = { since: new Date(since), until: new Date(end) };
  const errors = [...timeErrors(range), ...typeErrors(event_types)];
  const [first] = errors;
  if (first !== undefined) {
    throw problem(422, "invalid_request", `${first.path}: ${first.message}`, { errors });
  }
  return {
    ...range,
    organizationId: caller.organizationId,
    endpointIds: await replayedEndpoints(sql, caller, endpoint_id),
    eventTypes: event_types,
    channelIds: caller.channelIds,
    status,
    dryRun,
  };
}

function timeErrors({ since, until }: { since: Date; until: Date }): FieldError[] {
  return since < until
    ? []
    : [{ path: "/since", message: "has to be before `until`, and not in the future" }];
}

function typeErrors(types: readonly string[] | null): FieldError[] {
  return (types ?? []).flatMap((type, index) =>
    isEventType(type) ? [] : [{ path: `/event_types/${index}`, message: "there is no such event type" }],
  );
}

async function replayedEndpoints(
  sql: Queryable,
  caller: Caller,
  named: string | undefined,
): Promise<string[]> {
  if (named !== undefined) return [(await mustFindEnabled(sql, caller, named)).id];
  const rows = await listEndpoints(sql, caller.organizationId);
  return rows.filter((row) => row.enabled && mayUseEndpoint(caller, row)).map((row) => row.id);
}

function mayUseReplay(caller: Caller, { channel_ids }: ReplayRow): boolean {
  return caller.channelIds === null || (channel_ids?.every((id) => mayUseChannel(caller, id)) ?? false);
}
