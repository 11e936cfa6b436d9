import { readAudienceContacts } from "../../../db/broadcasts/audience.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { Reading } from "../../http/reading.ts";
import { stepBack } from "../../lib/give-way.ts";
import { readMessageText } from "../../message-types/message-text.ts";
import type { TemplateDefinitions } from "../../messages/template-definitions.ts";
import { judge } from "../audience/judge.ts";
import { piecesOf, queryOf, requireAudience } from "../audience/read.ts";
import { estimateSeconds } from "../estimate.ts";
import { type BroadcastPlan, type Plan, readPlan } from "../plan/plan.ts";
import { type RateCard, requirePrices } from "../rate-card.ts";
import type { Route } from "../template/definition.ts";
import type { Preview } from "./schema.ts";
import { type Counted, createTally, type Tally } from "./tally.ts";

/** After so long a request answers with what it has counted, and the next one goes on: no audience is too large for one. */
const LONGEST_MS = 4000;

/** How far a preview came: what is counted, and where to go on (null at the end). */
export type Progress = { counted: Counted; place: string | null; beganAt: string };

export type PreviewDependencies = {
  sql: Sql;
  reading: Reading;
  templates: TemplateDefinitions;
  rateCard: RateCard | null;
};

type Previewed = { preview: Omit<Preview, "next_cursor">; progress: Progress };

/**
 * What a broadcast would come to if it began now. Reads the audience a piece at a time, for some seconds; a further
 * request goes on from the progress of the one before. Writes nothing. Throws 422 when it can't be said.
 */
export async function previewOf(
  dependencies: PreviewDependencies,
  row: BroadcastPlan,
  routes: readonly [Route, ...Route[]],
  before: Progress | null,
  longestMs = LONGEST_MS,
): Promise<Previewed> {
  const { sql, rateCard } = dependencies;
  const plan = readPlan(row);
  requirePrices(rateCard, plan);
  await requireAudience(sql, row.organization_id, plan);
  const [route] = routes;
  const beganAt = before?.beganAt ?? new Date().toISOString();
  const tally = createTally(plan, before?.counted);
  const place = await count(dependencies, row, { plan, route, tally, longestMs }, before?.place ?? null);
  const preview = {
    ...tally.figures(),
    samples: await samplesOf(dependencies, row, route, tally.counted().samples),
    seconds: await estimateSeconds(sql, plan, routes, tally.counted().taken.people),
    cost: rateCard === null ? null : tally.cost(rateCard, route.definition.category),
  };
  return { preview, progress: { counted: tally.counted(), place, beganAt } };
}

type Counting = { plan: Plan; route: Route; tally: Tally; longestMs: number };

/** Counts from a place on, until the time is over; where it came to, null at the end. */
async function count(
  { reading, rateCard }: PreviewDependencies,
  row: BroadcastPlan,
  { plan, route, tally, longestMs }: Counting,
  place: string | null,
): Promise<string | null> {
  const until = performance.now() + longestMs;
  const pieces = piecesOf(reading.sql, {
    organizationId: row.organization_id,
    plan,
    route,
    before: null,
    place,
  });
  for (;;) {
    const startedAt = performance.now();
    // a turn for each piece, so that other lists are read between them
    const { value: piece, done } = await reading.read(() => pieces.next());
    if (done === true) return null;
    for (const contact of piece.contacts) tally.add(contact.id, () => judge(contact, route, plan, rateCard));
    const isNamed = plan.audience.contact_ids !== undefined;
    if (performance.now() > until && !isNamed && piece.next !== null) return piece.next;
    await stepBack(performance.now() - startedAt);
  }
}

async function samplesOf(
  { sql, templates, rateCard }: PreviewDependencies,
  row: BroadcastPlan,
  route: Route,
  ids: readonly string[],
): Promise<Preview["samples"]> {
  const plan = readPlan(row);
  const contacts = await readAudienceContacts(sql, queryOf(row.organization_id, route, null), ids);
  const verdicts = contacts.map((contact) => judge(contact, route, plan, rateCard));
  const shown = verdicts.flatMap((verdict) => (verdict.reason === null ? [verdict] : []));
  return await Promise.all(
    shown.map(async ({ contactId, message }) => ({
      contact_id: contactId,
      rendered: (await rendered(templates, route, message.content)) ?? "",
    })),
  );
}

async function rendered(
  { find }: TemplateDefinitions,
  { channel }: Route,
  content: Record<string, unknown>,
): Promise<string | null> {
  const { organization_id, waba_id } = channel;
  const message = { organization_id, waba_id, type: "template", content: JSON.stringify(content) };
  return await readMessageText(find, { ...message, deleted_at: null });
}
