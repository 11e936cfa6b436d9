import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connection/client.ts";
import { Nullable } from "../lib/nullable.ts";
import { readMessageText } from "../message-types/message-text.ts";
import type { TemplateDefinitions } from "../messages/template-definitions.ts";
import { judge, SKIP_REASONS, type SkipReason, type Verdict } from "./audience/judge.ts";
import { type Taken, withinLimit } from "./audience/limit.ts";
import { piecesOf, requireAudience } from "./audience/read.ts";
import { estimateSeconds } from "./estimate.ts";
import { type BroadcastPlan, type Plan, readPlan } from "./plan/plan.ts";
import { type RateCard, requirePrices } from "./rate-card.ts";
import type { Route } from "./template/definition.ts";

const MOST_SAMPLES = 5;

export const PreviewSchema = Type.Object(
  {
    audience: Type.Integer({ description: "People in it" }),
    sendable: Type.Integer({ description: "Those who would get the message" }),
    skipped: Type.Array(
      Type.Object({
        reason: Type.Union(SKIP_REASONS.map((reason) => Type.Literal(reason))),
        count: Type.Integer(),
      }),
      { description: "The others, and why" },
    ),
    samples: Type.Array(Type.Object({ contact_id: Type.String(), rendered: Type.String() }), {
      description: "What the first five would read",
    }),
    seconds: Type.Integer({
      description: "How long it would take at the pace and within the limits that hold now",
    }),
    cost: Nullable(
      Type.Object(
        {
          amount: Type.Number(),
          currency: Type.String(),
          category: Type.String({ description: "Of the template" }),
          countries: Type.Array(
            Type.Object({
              country: Nullable(Type.String()),
              people: Type.Integer(),
              amount: Nullable(Type.Number({ description: "Null where the rate card has no price" })),
            }),
          ),
        },
        { title: "BroadcastCost", description: "By the operator's rate card; null without one" },
      ),
    ),
  },
  {
    title: "BroadcastPreview",
    examples: [
      {
        audience: 1200,
        sendable: 1180,
        skipped: [{ reason: "no_consent", count: 20 }],
        samples: [
          { contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T", rendered: "Hello Ada, the spring menu is here." },
        ],
        seconds: 59,
        cost: {
          amount: 133.46,
          currency: "EUR",
          category: "MARKETING",
          countries: [{ country: "DE", people: 1180, amount: 133.46 }],
        },
      },
    ],
  },
);

export type Preview = Static<typeof PreviewSchema>;

type PreviewDependencies = { sql: Sql; templates: TemplateDefinitions; rateCard: RateCard | null };

/** What a broadcast would come to if it began now. Reads the whole audience, a piece at a time, and writes nothing. */
export async function previewOf(
  { sql, templates, rateCard }: PreviewDependencies,
  row: BroadcastPlan,
  routes: readonly [Route, ...Route[]],
): Promise<Preview> {
  const plan = readPlan(row);
  requirePrices(rateCard, plan);
  await requireAudience(sql, row.organization_id, plan);
  const [route] = routes;
  const query = { organizationId: row.organization_id, plan, route, before: null, place: null };
  const tally = createTally();
  for await (const { contacts } of piecesOf(sql, query))
    for (const contact of contacts) tally.add(contact.id, () => judge(contact, route, plan, rateCard), plan);
  return {
    ...tally.counts(),
    samples: await Promise.all(
      tally.samples.map(async ({ contactId, content }) => ({
        contact_id: contactId,
        rendered: (await rendered(templates, route, content)) ?? "",
      })),
    ),
    seconds: await estimateSeconds(sql, plan, routes, tally.taken.people),
    cost: rateCard === null ? null : tally.cost(rateCard.currency, route.definition.category),
  };
}

type Sample = { contactId: string; content: Record<string, unknown> };

/** Counts verdicts, each contact's once. */
function createTally() {
  const seen = new Set<string>();
  const skipped = new Map<SkipReason, number>();
  const countries = new Map<string | null, { people: number; amount: number | null }>();
  const taken: Taken = { people: 0, cost: 0 };
  const samples: Sample[] = [];

  function take(verdict: Verdict): void {
    if (verdict.reason !== null) {
      skipped.set(verdict.reason, (skipped.get(verdict.reason) ?? 0) + 1);
      return;
    }
    const { contactId, message, country, price } = verdict;
    if (samples.length < MOST_SAMPLES) samples.push({ contactId, content: message.content });
    const before = countries.get(country) ?? { people: 0, amount: price === null ? null : 0 };
    const amount = before.amount === null || price === null ? null : before.amount + price;
    countries.set(country, { people: before.people + 1, amount });
  }

  return {
    taken,
    samples,
    add(contactId: string, verdict: () => Verdict, plan: Plan) {
      if (plan.audience.contact_ids !== undefined && seen.has(contactId)) return;
      // only named contacts can come twice: no set grows with a large audience
      if (plan.audience.contact_ids !== undefined) seen.add(contactId);
      take(withinLimit(verdict(), plan, taken));
    },
    counts() {
      const reasons = SKIP_REASONS.filter((reason) => skipped.has(reason));
      const rows = reasons.map((reason) => ({ reason, count: skipped.get(reason) ?? 0 }));
      const count = rows.reduce((sum, row) => sum + row.count, 0);
      return { audience: taken.people + count, sendable: taken.people, skipped: rows };
    },
    cost(currency: string, category: string) {
      const rows = [...countries].map(([country, { people, amount }]) => ({
        country,
        people,
        amount: amount === null ? null : rounded(amount),
      }));
      const largest = rows.sort((one, other) => other.people - one.people);
      return { amount: rounded(taken.cost), currency, category, countries: largest };
    },
  };
}

/** Sums of prices gather what computers can't write in decimals. */
function rounded(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
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
