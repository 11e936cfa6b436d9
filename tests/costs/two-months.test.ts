/**
 * Two months beside a ledger that shares no code with ours (metas-bill.ts): groups, codes abroad, advertisements, volume tiers
 * and the free thousand, which begin anew; a card that was set late, one that was replaced late, and one that was wrong.
 * Each message is compared: what was expected when it was sent, what was billed, and what its record shows once all is
 * counted anew.
 */
import { beforeAll, expect, test } from "bun:test";
import { chargesOf } from "../../daemon/costs/charges.ts";
import { compare } from "../../daemon/costs/invoice/compare.ts";
import { readRates } from "../../daemon/costs/rates/rate-cards.ts";
import { recountCosts } from "../../daemon/costs/recount/recount.ts";
import { expectedPrice } from "../../daemon/messages/accept/expected-price.ts";
import { findGroupPeople } from "../../db/costs/group-people.ts";
import { ledgerOfMonth } from "../../db/costs/invoice/ledger.ts";
import { settleCharges } from "../../db/costs/recount-slices.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { findMessage } from "../../db/messages/messages.ts";
import { applyStatuses } from "../messages/apply-statuses.ts";
import { textInput } from "../messages/text-input.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { channel, GROUP, OF_GROUP, ORGANIZATION, PEOPLE, prepare, writeCard } from "./a-business.ts";
import { type Kind, type Line, metasBill, type Rates } from "./metas-bill.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});

const [FIRST, SECOND] = ["2026-11", "2026-12"] as const;
const [SWITCH, ABROAD] = [`${FIRST}-11`, `${FIRST}-08`];
const rates = (factor: number): Rates => ({
  DE: {
    marketing: 1000 * factor,
    utility: 300 * factor,
    authentication: 400 * factor,
    service: 500 * factor,
  },
  BR: { marketing: 600 * factor, utility: 60 * factor, authentication: 60 * factor, service: 60 * factor },
  IN: { authentication: 10 * factor, authentication_international: 200 * factor },
  utilityAfter: { messages: 8, cents: 250 * factor },
});
const meta = metasBill((day) => rates(day < SWITCH ? 2 : 1), ABROAD, 985);

/** A card as the operator sets it, at whatever time, and the count that follows. */
async function setCard(validFrom: string, factor: number): Promise<void> {
  await writeCard(database.sql, validFrom, rates(factor));
  const isCounting = () => database.sql`select from cost_recounts where said_since is not null`;
  while ((await isCounting()).length > 0)
    await recountCosts(
      { sql: database.sql, templates: { find: templateOf } },
      { organization_id: ORGANIZATION },
      7,
    );
  known = await readRates(database.sql);
}
let known: Awaited<ReturnType<typeof readRates>> = { rateOf: () => null, currency: () => null };

const CATEGORY: Record<Kind, string> = {
  ...{ answer: "service", of_ad: "service", utility: "UTILITY", marketing: "MARKETING", group: "MARKETING" },
  ...{ code: "AUTHENTICATION", code_abroad: "AUTHENTICATION" },
};
async function templateOf(_: string, __: string | null, name: string) {
  const known = {
    id: "tpl",
    status: "approved",
    parameter_format: "",
    components: [],
    optimization_spec: null,
  };
  return { ...known, category: CATEGORY[name as Kind] };
}

type End = "delivered" | "lost" | "failed";
type Message = {
  id: string;
  kind: Kind;
  day: string;
  end: End;
  expected: number | null;
  lines: Line[];
  since: string;
};
const messages: Message[] = [];
let refused = 0;

/** Sends a message on a day, as Waypost accepts it, Meta delivers it, and its statuses are processed. */
async function send(kind: Kind, day: string, end: End, since: string): Promise<void> {
  const to = kind === "of_ad" ? PEOPLE.of_ad : kind === "code_abroad" ? PEOPLE.india : PEOPLE.answer;
  const person = kind === "group" ? { address: null, userId: GROUP } : { address: to, userId: null };
  const at = new Date(`${day}T12:00:00Z`);
  const people = kind === "group" ? await findGroupPeople(database.sql, channel, GROUP) : [];
  const isTemplate = CATEGORY[kind] !== "service";
  const input = textInput({
    ...{
      organization_id: ORGANIZATION,
      author: "key_1",
      created_at: at.toISOString(),
      scheduled_at: at.toISOString(),
    },
    ...{ address: person.address, user_id: person.userId },
    ...(isTemplate
      ? { type: "template", content: `{"template":{"name":"${kind}","language":{"code":"en"}}}` }
      : {}),
    cost: expectedPrice(known, channel, {
      category: CATEGORY[kind],
      isAddressed: true,
      ...person,
      at,
      people,
    }),
  });
  const [outcome] = await acceptMessages(database.sql, [input]);
  if (outcome?.outcome !== "accepted") {
    refused += 1;
    return;
  }
  const [row] = await database.sql<{ expected: number | null }[]>`
    select round((cost ->> 'amount')::numeric * 10000)::integer as expected from messages where id = ${input.id}`;
  // codes pass the budget, and what is free
  if ((row?.expected ?? 0) > 0 && CATEGORY[kind] !== "AUTHENTICATION")
    expect(await spentIn(day)).toBeLessThanOrEqual(AMOUNT);
  const lines = end === "failed" ? [] : meta.deliver(kind, kind === "group" ? OF_GROUP : [to], day);
  messages.push({ id: input.id, kind, day, end, expected: row?.expected ?? null, lines, since });
  if (end !== "lost") await report(input.id, kind, at, lines);
}

async function report(id: string, kind: Kind, at: Date, lines: readonly Line[]): Promise<void> {
  const place = { organizationId: ORGANIZATION, channelId: channel.id };
  const pricing = ({ category, type }: Line) => ({ pricing_model: "PMP", category, type });
  const [first] = lines;
  const said = first === undefined ? ["failed", null] : ["delivered", JSON.stringify(pricing(first))];
  const status = { message_id: id, provider_message_id: `wamid.${id}`, at: at.toISOString(), error: null };
  await applyStatuses(database.sql, place, [{ ...status, status: said[0], pricing: said[1] } as never]);
  const charges = lines.flatMap((line) =>
    chargesOf(known, channel, {
      ...{
        kind: "status",
        messageId: id,
        providerMessageId: `wamid.${id}`,
        status: "delivered",
        error: null,
        at,
      },
      ...{ pricing: pricing(line), recipient: line.person },
      ...(kind === "group" ? { participant: line.person } : {}),
    }),
  );
  const failed = {
    ...{ organization_id: ORGANIZATION, channel_id: channel.id, message_id: id, state: "failed" as const },
  };
  const named = { provider_message_id: `wamid.${id}`, number: "4930123456", participant: "" };
  await settleCharges(database.sql, first === undefined ? [{ ...failed, ...named }] : charges);
}

const AMOUNT = 120_000;
async function spentIn(day: string): Promise<number> {
  const [row] = await database.sql<[{ cents: number }]>`
    select coalesce(round(sum(amount) * 10000), 0)::integer as cents from budget_spending
    where began_at = ${`${day.slice(0, 7)}-01T00:00:00Z`}`;
  return row.cents;
}

/** What is sent on each day. */
async function sendAll(day: string, since: string): Promise<void> {
  const isThird = Number(day.slice(-1)) % 3 === 0;
  for (const kind of [
    ...(["answer", "utility", "of_ad", "code", "code_abroad", "answer", "utility", "group"] as const),
  ])
    await send(kind, day, "delivered", since);
  for (const kind of ["answer", "of_ad", "code_abroad", "group"] as const)
    await send(kind, day, isThird ? "lost" : "delivered", since);
  await send("marketing", day, Number(day.slice(-1)) % 4 === 1 ? "failed" : "delivered", since);
}

const centsOf = (some: readonly Line[]) => some.reduce((sum, { cents }) => sum + cents, 0);
const day = (month: string | undefined, nth: number) => `${month}-${String(nth).padStart(2, "0")}`;

test("all of it is billed to the cent, and what was expected differs only where a card came late", async () => {
  await prepare(database.sql, AMOUNT, [FIRST, SECOND]);
  for (let nth = 1; nth <= 3; nth += 1) await sendAll(day(FIRST, nth), "no card");
  await setCard(`${FIRST}-01`, 2);
  for (let nth = 4; nth <= 13; nth += 1) {
    if (day(FIRST, nth) === ABROAD) channel.international = { IN: ABROAD };
    await sendAll(day(FIRST, nth), nth < 11 ? "right card" : "card before");
  }
  const before = await spentIn(SWITCH);
  await setCard(SWITCH, 1);
  // what was spent too much by the card before is there again
  expect(await spentIn(SWITCH)).toBeLessThan(before);
  for (let nth = 14; nth <= 20; nth += 1) await sendAll(day(FIRST, nth), "right card");
  await setCard(`${SECOND}-01`, 3);
  for (let nth = 1; nth <= 3; nth += 1) await sendAll(day(SECOND, nth), "wrong card");
  await setCard(`${SECOND}-01`, 1);
  for (let nth = 4; nth <= 6; nth += 1) await sendAll(day(SECOND, nth), "right card");
  expect(refused).toBeGreaterThan(0);

  const charged = await database.sql<
    { id: string; person: string; cents: number; category: string; type: string }[]
  >`
    select message_id as id, participant as person, round(amount * 10000)::integer as cents, category, type
    from message_costs where state <> 'refunded'`;
  for (const message of messages) {
    const billed = charged.filter(({ id }) => id === message.id);
    const asked = `${message.kind} of ${message.day}, ${message.end}, ${message.since}`;
    const shown = (rows: readonly Omit<Line, "day" | "country">[]) =>
      rows
        .map(({ person, cents, category, type }) => [
          message.kind === "group" ? person : "",
          cents,
          category,
          type,
        ])
        .sort();
    expect([asked, shown(billed)]).toEqual([asked, message.end === "lost" ? [] : shown(message.lines)]);
    const right = centsOf(message.lines);
    if (message.end !== "failed" && message.since === "right card")
      expect([asked, message.expected]).toEqual([asked, right]);
    // a lost one is still only expected
    const shownAs = { delivered: "billed or free", lost: "expected", failed: "refunded or none" }[
      message.end
    ];
    const record = await findMessage(database.sql, ORGANIZATION, message.id);
    const { amount = 0, state = "none" } = record?.cost ?? {};
    expect([asked, Math.round((amount ?? -1) * 10_000)]).toEqual([asked, right]);
    expect(shownAs).toContain(state);
  }

  for (const month of [FIRST, SECOND]) {
    const account = { wabaId: channel.waba_id, accountId: channel.waba_id };
    const named = { organizationId: ORGANIZATION, channelId: channel.id, month: `${month}`, ...account };
    const lines = meta.lines.filter(({ day }) => day.startsWith(`${month}`));
    const invoice = lines.map(({ day, country, category, type, cents }) => ({
      ...{ day, country, category, isFree: type !== "regular", messages: 1, amount: cents / 10_000 },
    }));
    const ledger = await ledgerOfMonth(database.sql, named);
    expect(new Set(compare(ledger, invoice, true).map(({ reason }) => reason))).toEqual(
      new Set(["not_reported"]),
    );
    const lost = messages.filter(({ end, day }) => end === "lost" && day.startsWith(`${month}`));
    const billed = Math.round(ledger.reduce((sum, { amount }) => sum + amount, 0) * 10_000);
    expect(billed + centsOf(lost.flatMap(({ lines }) => lines))).toBe(centsOf(lines));
    // a lost one counts as it was expected
    expect(await spentIn(`${month}-01`)).toBe(centsOf(lines));
  }
});
