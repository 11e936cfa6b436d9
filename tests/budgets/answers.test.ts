/** Answers that are given by themselves count in budgets, which refuse them, whatever else is accepted at that moment. */
import { beforeAll, beforeEach, expect, test } from "bun:test";
import { dayIn } from "../../daemon/lib/time/zone-day.ts";
import { createDraft, defineTemplate, makeTagged, start } from "../broadcasts/support.ts";
import { hear } from "../conversations/support.ts";
import { insertRates } from "../costs/insert-rates.ts";
import { change, post, processed } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", paused: true } });
const PRICE = 0.05;
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const closed = {
  zone: "UTC",
  days: [{ day: DAYS[(new Date().getUTCDay() + 2) % 7], from: "12:00", to: "13:00" }],
};

beforeAll(async () => {
  await insertRates(waypost.sql, "EUR", { US: { service: PRICE, utility: PRICE } });
  await until(async () => (await waypost.call("GET", "/v1/rate-card")).body.card !== null);
  const components = [{ type: "BODY", text: "We have moved." }];
  await defineTemplate(waypost, "news", "approved", { category: "UTILITY", components });
  // Meta's free ones are used
  await waypost.sql`
    insert into free_answers (organization_id, number, month, answers)
    select organization_id, coalesce(regexp_replace(phone_number, '\\D', '', 'g'), id), date_trunc('month', month::date), 1000
    from channels cross join unnest(${[dayIn("UTC", new Date()), dayIn("UTC", new Date(Date.now() + 86_400_000))]}::text[]) as month
    where id = ${waypost.channelId}`;
  await waypost.call("PUT", "/v1/settings/inbox", { hours: closed, away: { text: "We are back soon." } });
});

beforeEach(async () => {
  await waypost.sql`delete from budgets`;
});

/** A budget that has room for so many answers more. */
async function roomFor(answers: number, place: object = { scope: "organization" }) {
  const budget = { ...place, period: "month", currency: "EUR", stop: "all_but_authentication" };
  const made = await waypost.call("POST", "/v1/budgets", { ...budget, amount: 1000 });
  const path = `/v1/budgets/${made.body.id}`;
  const spent = async () => (await waypost.call("GET", path)).body.spent as number;
  await waypost.call("PATCH", path, { amount: Number(((await spent()) + answers * PRICE).toFixed(4)) });
  return spent;
}

const answersTo = async (from: string) =>
  (
    await waypost.sql<{ author: string }[]>`
      select author from messages where direction = 'outbound' and address = ${from} order by id`
  ).map(({ author }) => author);

const word = (body: string) => ({ text: { body } });

test.each([["organization"], ["channel"]])(
  "they count in the %s's budget, which refuses them",
  async (scope) => {
    const [first, second] =
      scope === "channel" ? ["14155554001", "14155554002"] : ["14155554003", "14155554004"];
    const before = await roomFor(2, scope === "channel" ? { scope, scope_id: waypost.channelId } : { scope });
    const spent = await before();
    await hear(waypost, first);
    await hear(waypost, first, 0, word("STOP"));
    expect(await answersTo(first)).toEqual(["away", "opt_out"]);
    expect(await before()).toBeCloseTo(spent + 2 * PRICE, 8);
    await hear(waypost, second);
    const stopped = await hear(waypost, second, 0, word("STOP"));
    expect(await answersTo(second)).toEqual([]);
    expect(await before()).toBeCloseTo(spent + 2 * PRICE, 8);
    // the wish itself holds
    const { contact_id } = (await waypost.call("GET", `/v1/conversations/${stopped}`)).body;
    const { data } = (await waypost.call("GET", `/v1/contacts/${contact_id}/suppressions`)).body;
    expect(data).toHaveLength(1);
  },
);
const writes = (from: string, id: string) =>
  post(
    waypost,
    change({
      contacts: [{ wa_id: from }],
      messages: [
        { from, id, timestamp: `${Math.floor(Date.now() / 1000)}`, type: "text", text: { body: "Hi" } },
      ],
    }),
  );

/** What is done while somebody accepts messages, who then finds the conversation free; resolves when both are done. */
async function whileAccepting<Result>(conversation: string, waits: string, work: () => Promise<Result>) {
  let done: Promise<Result> | undefined;
  await waypost.sql.begin(async (accepting) => {
    await accepting`select from budgets for no key update`;
    done = work();
    const waiting = () => waypost.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ ${waits}`;
    await until(async () => (await waiting()).length > 0);
    await accepting`select from conversations where id = ${conversation} for update nowait`;
  });
  return await done;
}

test("an answer by a text costs an answer, also where a template with another price is named beside it", async () => {
  const components = [{ type: "BODY", text: "Our offers." }];
  await defineTemplate(waypost, "offers", "approved", { category: "MARKETING", components });
  const template = { name: "offers", language: "en_US" };
  const rules = { hours: closed, away: { text: "We are back soon." } };
  await waypost.call("PUT", "/v1/settings/inbox", { ...rules, away: { ...rules.away, template } });
  const spent = await roomFor(2);
  const before = await spent();
  await hear(waypost, "14155554009");
  await until(async () => (await answersTo("14155554009")).length === 1);
  expect((await spent()) - before).toBeCloseTo(PRICE);
  await waypost.call("PUT", "/v1/settings/inbox", rules);
});

test("what came in waits for a budget before it holds any conversation", async () => {
  const from = "14155554101";
  const id = await hear(waypost, from);
  await waypost.sql`update conversations set away_until = null where id = ${id}`;
  await roomFor(10);
  const answered = await whileAccepting(id, "write_at_once|write_inbound", () => writes(from, "wamid.waits"));
  expect(answered?.status).toBe(200);
  await processed(waypost);
  expect(await answersTo(from)).toEqual(["away", "away"]);
});

test("so does a broadcast", async () => {
  await makeTagged(waypost, "regulars", 3, "141555543");
  const id = await hear(waypost, "14155554302");
  await roomFor(10);
  const template = { name: "news", language: "en_US" };
  const broadcast = await createDraft(waypost, { template, audience: { tags: { any: ["regulars"] } } });
  await whileAccepting(id, "send_piece", () => start(waypost, broadcast));
  await until(
    async () => (await waypost.call("GET", `/v1/broadcasts/${broadcast}`)).body.counts.accepted === 3,
  );
});

test("at full speed, everybody is heard once, answered at most once, and nothing goes beyond", async () => {
  const room = 30;
  const spent = await roomFor(room);
  const before = await spent();
  const people = Array.from({ length: 40 }, (_, nth) => `141555542${String(nth).padStart(2, "0")}`);
  const send = (to: string) =>
    waypost.call("POST", "/v1/messages", {
      ...{ channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" } },
    });
  const sent = await Promise.all(
    people.flatMap((from) => [
      ...[1, 2, 3].map(async (nth) => (await writes(from, `wamid.${from}.${nth}`)).status),
      ...[1, 2].map(async () => (await send(from)).status),
    ]),
  );
  await processed(waypost);
  // whether an answer or a send is first takes the room
  expect(sent.filter((status) => ![200, 201, 422].includes(status))).toEqual([]);
  const [counts] = await waypost.sql`
    select count(*) filter (where direction = 'inbound')::integer as heard,
      count(*) filter (where direction = 'outbound')::integer as accepted,
      count(distinct address) filter (where author = 'away')::integer as answered,
      count(*) filter (where author = 'away')::integer as away
    from messages where address = any (${people})`;
  expect(counts).toMatchObject({ heard: people.length * 3, accepted: room, answered: counts?.away });
  expect(await spent()).toBeCloseTo(before + room * PRICE, 8);
});
