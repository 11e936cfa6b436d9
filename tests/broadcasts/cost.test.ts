/** What a broadcast costs: expected when it begins, and charged as its messages are delivered. */
import { beforeAll, expect, test } from "bun:test";
import { broadcastDetails } from "../../cli/commands/broadcasts/columns.ts";
import { BROADCASTS } from "../../daemon/page/client/view-words.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil } from "../support/until.ts";
import { createDraft, defineTemplate, ended, makePeople, start } from "./support.ts";

const waypost = sharedDaemon();
beforeAll(() => defineTemplate(waypost));

const record = async (id: string, of = "") => (await waypost.call("GET", `/v1/broadcasts/${id}${of}`)).body;

async function begun(tag: string, phones: readonly string[], more: object = {}): Promise<string> {
  await makePeople(
    waypost,
    phones.map((phone_number) => ({ phone_number, tags: [tag] })),
  );
  const id = await createDraft(waypost, { audience: { tags: { any: [tag] } }, ...more });
  await start(waypost, id);
  await ended(waypost, id);
  return id;
}

test("without a rate card, nothing is said of costs", async () => {
  const id = await begun("early", ["+4915123456790"]);
  expect((await record(id)).cost).toBeNull();
});

test("a broadcast says what it cost so far, and what was expected", async () => {
  const prices = { DE: { marketing: 0.1 }, US: { marketing: 0.05 } };
  await waypost.call("PUT", "/v1/rate-card", { currency: "EUR", valid_from: "2026-01-01", prices });
  const draft = await createDraft(waypost, { audience: { tags: { any: ["none"] } } });
  expect((await record(draft)).cost).toBeNull();

  // a number of the sandbox that nothing is delivered to, and one in a country without a price
  const id = await begun("all", ["+4915123456701", "+14155557001", "+15550000110", "+33612345678"]);
  const cost = await lookUntil(
    async () => (await record(id)).cost,
    ({ messages }) => messages === 3,
  );
  expect(cost).toEqual({
    ...{ amount: 0.15, expected: 0.2, currency: "EUR" },
    messages: 3,
    free: 0,
    unpriced: 1,
  });
  expect((await record(id, "/report")).cost).toEqual(cost);
  const { data } = (await waypost.call("GET", "/v1/broadcasts")).body;
  expect(data.map((one: { cost: unknown }) => one.cost)).toEqual([cost, null, expect.anything()]);
  const shown = await record(id);
  const said = (title: string) => broadcastDetails.find((one) => one.title === title)?.value(shown);
  expect([said("cost so far"), said("expected")]).toEqual(["0.15 EUR", "0.2 EUR"]);
  expect(BROADCASTS.costSoFar(cost)).toBe("Cost so far: €0.15 of €0.20 expected, and 1 without a price");
  expect(BROADCASTS.costSoFar({ ...cost, expected: null, unpriced: 0 })).toBe("Cost so far: €0.15");
});

test("what is billed a month after the start counts, and another broadcast's does not", async () => {
  const id = await begun("old", ["+4915123456702"]);
  const other = await begun("new", ["+4915123456703"]);
  const costOf = async (one: string) => (await record(one)).cost?.amount;
  await lookUntil(
    () => Promise.all([costOf(id), costOf(other)]),
    ([one, two]) => one === 0.1 && two === 0.1,
  );
  await waypost.sql`
    update broadcasts set started_at = started_at - interval '31 days', ended_at = ended_at - interval '30 days'
    where id = ${id}`;
  expect(await costOf(id)).toBe(0.1);
});
