import type { Sql } from "../../../db/connection/client.ts";
import {
  type CancellationFilter,
  type CancellationKey,
  type CancellationRow,
  planCancellation,
  stepCancellation,
} from "../../../db/messages/cancel/cancellations.ts";
import type { Caller } from "../../http/caller.ts";
import { type FieldError, problem } from "../../http/problem.ts";
import { takeSteps } from "../../lanes/steps.ts";
import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { soughtRecipient } from "../accept/send-fields.ts";

const Time = Type.String({ format: "date-time" });
const Id = Type.String({ maxLength: 64 });
const FILTERS = {
  channel_id: Type.Optional(Id),
  conversation_id: Type.Optional(Id),
  contact_id: Type.Optional(Id),
  status: Type.Optional(Type.Union([Type.Literal("queued"), Type.Literal("scheduled")])),
  type: Type.Optional(Type.String({ maxLength: 64 })),
  to: Type.Optional(Type.String({ maxLength: 64 })),
  recipient: Type.Optional(
    Type.String({
      maxLength: 160,
      description: "Those to the person with this user id or LID, at whichever address",
    }),
  ),
  created_after: Type.Optional(Time),
  created_before: Type.Optional(Time),
};
const FIELDS = {
  ...FILTERS,
  all: Type.Optional(Type.Boolean({ description: "Instead of a filter: every message that waits" })),
  dry_run: Type.Optional(Type.Boolean({ description: "Only counts what would be cancelled" })),
};

/** Unknown fields are kept by the schema, to be refused: a filter with a typing error must not cancel everything. */
export const CancellationBody = Type.Object(FIELDS, {
  additionalProperties: Type.Unknown(),
  description: "At least one filter, or `all`. Messages that all of the filters match are cancelled.",
  examples: [{ channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", status: "queued" }],
});

export const CancellationSchema = Type.Object(
  {
    id: Type.String(),
    status: Type.Union([Type.Literal("running"), Type.Literal("done")]),
    dry_run: Type.Boolean(),
    matched: Type.Integer({ minimum: 0, description: "Messages that the filters matched so far" }),
    cancelled: Type.Integer({ minimum: 0, description: "So far; none in a dry run" }),
    created_at: Time,
    finished_at: Nullable(Time),
  },
  {
    title: "MessageCancellation",
    examples: [
      {
        id: "can_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
        status: "running",
        dry_run: false,
        matched: 12_500,
        cancelled: 12_500,
        created_at: "2026-11-21T09:30:00.000Z",
        finished_at: null,
      },
    ],
  },
);

/** Messages that one transaction looks at. */
const MOST = 500;

/** Cancels what a cancellation matches, piece by piece. */
export async function runCancellation(sql: Sql, key: CancellationKey, most = MOST): Promise<void> {
  await takeSteps(
    () => stepCancellation(sql, key, most),
    (milliseconds) => planCancellation(sql, key, milliseconds),
  );
}

/** The filter of a body. Throws 422 when it names no filter, one that there is none of, or filters beside `all`. */
export function filterOf(caller: Caller, body: Static<typeof CancellationBody>): CancellationFilter {
  const errors = [...unknownFields(body), ...missingFilter(body)];
  const [first] = errors;
  if (first !== undefined)
    throw problem(422, "invalid_request", `${first.path}: ${first.message}`, { errors });
  return {
    // that the caller may use it is seen to elsewhere
    channel_ids: body.channel_id === undefined ? caller.channelIds : [body.channel_id],
    conversation_id: body.conversation_id ?? null,
    contact_id: body.contact_id ?? null,
    status: body.status ?? null,
    type: body.type ?? null,
    address: body.to === undefined ? null : soughtRecipient(body.to),
    created_after: body.created_after === undefined ? null : new Date(body.created_after),
    created_before: body.created_before === undefined ? null : new Date(body.created_before),
  };
}

/** A cancellation as the API shows it. */
export function showCancellation(row: CancellationRow) {
  return {
    id: row.id,
    status: row.finished_at === null ? ("running" as const) : ("done" as const),
    dry_run: row.dry_run,
    matched: row.matched,
    cancelled: row.dry_run ? 0 : row.matched,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function unknownFields(body: object): FieldError[] {
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(FIELDS, name))
    .map((name) => ({
      path: `/${name}`,
      message: `there is no such filter; the filters are ${Object.keys(FILTERS).join(", ")}`,
    }));
}

function missingFilter(body: Static<typeof CancellationBody>): FieldError[] {
  const isFiltered = Object.keys(FILTERS).some((name) => Object.hasOwn(body, name));
  if (isFiltered && body.all === true) return [{ path: "/all", message: "give filters or all, not both" }];
  if (isFiltered || body.all === true) return [];
  return [{ path: "/all", message: "give a filter, or true to cancel everything that waits" }];
}
