import { type AudienceContact, readAudienceContacts } from "../../../db/broadcasts/audience.ts";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import type { Reader } from "../../http/reading.ts";
import { stepBack } from "../../lib/give-way.ts";
import { readMessageText } from "../../message-types/message-text.ts";
import type { TemplateDefinitions } from "../../messages/template-definitions.ts";
import { judge } from "../audience/judge.ts";
import { piecesOf, queryOf } from "../audience/read.ts";
import { requireAudienceNow } from "../audience/require.ts";
import { estimateSeconds } from "../estimate.ts";
import { countFile, type GivenFile } from "../file/count-file.ts";
import type { FileDependencies } from "../file/take-file.ts";
import { type BroadcastPlan, readPlan } from "../plan/plan.ts";
import { pricesFor, requirePrices } from "../prices.ts";
import type { Route } from "../template/definition.ts";
import { countContact } from "./count-contact.ts";
import type { Counting } from "./counting.ts";
import type { Preview } from "./schema.ts";
import { type Counted, createTally, MOST_SAMPLES } from "./tally.ts";

/** After so long a request answers with what it has counted, and the next one continues: no audience is too large. */
const LONGEST_MS = 4000;

/** How far a preview came: the counts, and where to continue (null at the end). */
export type Progress = { counted: Counted; place: string | null; beganAt: string };

export type PreviewDependencies = FileDependencies & {
  reading: Reader;
  templates: TemplateDefinitions;
  rateCards: RateCards;
};

type Previewed = {
  preview: Omit<Preview, "next_cursor">;
  /** Digits of numbers that the channel should ask WhatsApp about. */
  unsure: string[];
  progress: Progress;
};

/** What to count, and how far an earlier request came. */
export type PreviewRequest = {
  row: BroadcastPlan;
  routes: readonly [Route, ...Route[]];
  /** The file that is its audience; null when that is with the plan. */
  file: GivenFile | null;
  before: Progress | null;
  longestMs?: number;
};

/**
 * The counts of a broadcast if it began now. Reads the audience a piece at a time, for some seconds; a further request
 * continues from the progress of the one before. Writes nothing. Throws 422 when they can't be known.
 */
export async function previewOf(
  dependencies: PreviewDependencies,
  { row, routes, file, before, longestMs = LONGEST_MS }: PreviewRequest,
): Promise<Previewed> {
  const { sql, rateCards } = dependencies;
  const plan = readPlan(row);
  if (file === null) await requireAudienceNow(sql, row.organization_id, plan);
  const [route] = routes;
  requirePrices(rateCards, routes, plan);
  const beganAt = before?.beganAt ?? new Date().toISOString();
  const tally = createTally(plan, before?.counted);
  const prices = await pricesFor(sql, rateCards, routes, startOf(row, beganAt));
  const counting: Counting = { plan, route, tally, prices, unsure: [], longestMs };
  const from = before?.place ?? null;
  const { place, shown } =
    file === null
      ? await count(dependencies, row, counting, from)
      : await countFile(dependencies, file, counting, from);
  const preview = {
    ...tally.figures(),
    samples: await samplesOf(dependencies, row, route, shown),
    seconds: await estimateSeconds(sql, plan, routes, tally.counted().taken.people),
    cost: prices === null ? null : tally.cost(prices, route.definition.category),
  };
  return { preview, unsure: counting.unsure, progress: { counted: tally.counted(), place, beganAt } };
}

/** When a broadcast starts; counted once, it is the same for all pieces. */
function startOf({ starts_at }: BroadcastPlan, beganAt: string): Date {
  return new Date(Math.max(starts_at?.getTime() ?? 0, Date.parse(beganAt)));
}

type CountedTo = { place: string | null; shown: AudienceContact[] };

/** Counts from a place on, until the time is over: where it came to, null at the end, and some who would get it. */
async function count(
  dependencies: PreviewDependencies,
  row: BroadcastPlan,
  counting: Counting,
  from: string | null,
): Promise<CountedTo> {
  const place = await countTo(dependencies, row, counting, from);
  const query = queryOf(row.organization_id, counting.route, null, null);
  return {
    place,
    shown: await readAudienceContacts(dependencies.sql, query, counting.tally.counted().samples),
  };
}

async function countTo(
  { reading }: PreviewDependencies,
  row: BroadcastPlan,
  counting: Counting,
  place: string | null,
): Promise<string | null> {
  const { plan, route, longestMs, prices } = counting;
  const until = performance.now() + longestMs;
  const pieces = piecesOf(reading.sql, {
    organizationId: row.organization_id,
    plan,
    route,
    before: null,
    sentBy: prices?.sentBy ?? null,
    place,
  });
  for (;;) {
    const startedAt = performance.now();
    // a turn for each piece, so that other lists are read between them
    const { value: piece, done } = await reading.read(() => pieces.next());
    if (done === true) return null;
    for (const contact of piece.contacts) countContact(counting, contact);
    const isNamed = plan.audience.contact_ids !== undefined;
    if (performance.now() > until && !isNamed && piece.next !== null) return piece.next;
    await stepBack(performance.now() - startedAt);
  }
}

async function samplesOf(
  { sql, templates }: PreviewDependencies,
  row: BroadcastPlan,
  route: Route,
  contacts: readonly AudienceContact[],
): Promise<Preview["samples"]> {
  const plan = readPlan(row);
  const verdicts = contacts.map((contact) => judge(contact, route, plan));
  const shown = verdicts
    .flatMap((verdict) => (verdict.reason === null ? [verdict] : []))
    .slice(0, MOST_SAMPLES);
  const ids = shown.map(({ contactId }) => contactId);
  const there = await readAudienceContacts(sql, queryOf(row.organization_id, route, null, null), ids);
  return await Promise.all(
    shown.map(async ({ contactId, message }) => ({
      contact_id: there.some(({ id }) => id === contactId) ? contactId : null,
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
