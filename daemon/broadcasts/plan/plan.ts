import type { BroadcastInput, BroadcastRow } from "../../../db/broadcasts/broadcasts.ts";
import { isPostgresText } from "../../lib/postgres-text.ts";
import type { Priority } from "../../lib/priority.ts";
import { isZone } from "../../lib/time/local-time.ts";
import type { Static } from "../../lib/typebox.ts";
import type { AudienceFile } from "../file/schema.ts";
import type {
  AudienceSchema,
  CreateBody,
  LimitSchema,
  StopSchema,
  TemplateSchema,
  WindowSchema,
} from "./bodies.ts";
import { checkParameters } from "./check-parameters.ts";
import { wrong } from "./wrong.ts";

/** The stored plan of a broadcast: its template, audience and times. */
export type Plan = {
  template: Static<typeof TemplateSchema>;
  audience: Static<typeof AudienceSchema>;
  window: Static<typeof WindowSchema> | null;
  rate_per_second: number | null;
  priority: Priority;
  stop: Static<typeof StopSchema> | null;
  limit: Static<typeof LimitSchema> | null;
  require_consent: boolean;
};

/** As much of a broadcast as says what it would send, whether it is kept or not. */
export type BroadcastPlan = Pick<BroadcastRow, "organization_id" | "channel_ids" | "plan" | "starts_at">;

/** The plan of a broadcast. */
export function readPlan({ plan }: Pick<BroadcastRow, "plan">): Plan {
  // what is missing was not there when the plan was made
  return { require_consent: false, ...JSON.parse(plan) } as Plan;
}

/** A body whose audience is none of a file. */
export type DraftBody = Omit<CreateBody, "audience"> & { audience: Plan["audience"] };

/** A body, and the file of its audience, if there is one: until it is imported, the audience is empty. Throws 422. */
export function apartFromFile(body: CreateBody): { body: DraftBody; file: AudienceFile | null } {
  requireOne(body.audience);
  const { file, ...audience } = body.audience;
  if (file === undefined) return { body: { ...body, audience }, file: null };
  return { body: { ...body, audience: NOBODY }, file };
}

const NOBODY: Plan["audience"] = { import_id: "" };

/** A body as it is kept. Throws 422 for what its schema can't say. */
export function draftOf(body: DraftBody): BroadcastInput {
  if (!isPostgresText(body)) throw wrong("", "it has characters that can't be stored");
  checkParameters(body.template.parameters ?? {});
  const { window = null, starts_at = null } = body;
  const plan: Plan = {
    template: body.template,
    audience: oneAudience(body.audience),
    window: window === null ? null : checkedWindow(window),
    rate_per_second: body.rate_per_second ?? null,
    priority: body.priority ?? "low",
    stop: body.stop ?? null,
    limit: body.limit ?? null,
    require_consent: body.require_consent ?? false,
  };
  return {
    name: body.name,
    channel_ids: channelsOf(body),
    plan: JSON.stringify(plan),
    starts_at: starts_at === null ? null : new Date(starts_at),
  };
}

/** A draft as the body that would make it. */
export function bodyOf(row: BroadcastRow): DraftBody {
  const { name, channel_ids, starts_at } = row;
  return { name, channel_ids, starts_at: starts_at?.toISOString() ?? null, ...readPlan(row) };
}

function oneAudience(audience: Plan["audience"]): Plan["audience"] {
  requireOne(audience);
  const { tags } = audience;
  if (tags !== undefined && Object.keys(tags).length === 0)
    throw wrong("/audience/tags", "give any, all or none");
  return audience;
}

function requireOne(audience: object): void {
  const given = Object.keys(audience);
  if (given.length === 1) return;
  const message = "give one of list_id, tags, filter, contact_ids, import_id and file";
  throw wrong("/audience", given.length === 0 ? message : `${message}, not ${given.join(" and ")}`);
}

function checkedWindow(window: Static<typeof WindowSchema>): Static<typeof WindowSchema> {
  const { from, to, zone = "recipient" } = window;
  if (from === to) throw wrong("/window/to", `expected another time than ${from}`);
  if (zone !== "recipient" && !isZone(zone))
    throw wrong("/window/zone", "expected recipient, or a time zone such as Europe/Berlin");
  return window;
}

function channelsOf({ channel_id, channel_ids }: CreateBody): string[] {
  if (channel_id !== undefined && channel_ids !== undefined)
    throw wrong("/channel_ids", "given beside channel_id: leave out one of them");
  if (channel_ids !== undefined) return channel_ids;
  if (channel_id === undefined) throw wrong("/channel_id", "required");
  return [channel_id];
}
