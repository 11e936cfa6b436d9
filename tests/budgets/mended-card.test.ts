/** A broadcast that waits for a budget goes on once a mended rate card makes room: of what was counted, or of its own price. */
import { beforeAll, expect, test } from "bun:test";
import { createDraft, defineTemplate, makeTagged, sentTo, start } from "../broadcasts/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil } from "../support/until.ts";

const waypost = sharedDaemon();
beforeAll(() =>
  defineTemplate(waypost, "marketing", "approved", { components: [{ type: "BODY", text: "Hi" }] }),
);

async function setPrice(marketing: number) {
  const card = {
    currency: "EUR",
    valid_from: "2020-01-01",
    prices: { Other: { marketing } },
    confirmed: true,
  };
  expect((await waypost.call("PUT", "/v1/rate-card", card)).status).toBe(200);
}

async function budgetOf(scope_id: string, amount: number) {
  const body = { scope: "broadcast", scope_id, period: "month", currency: "EUR", amount };
  const { id } = (await waypost.call("POST", "/v1/budgets", body)).body;
  return async () => (await waypost.call("GET", `/v1/budgets/${id}`)).body.spent as number;
}

const untilStatus = (id: string, wanted: string) =>
  lookUntil(
    async () => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body,
    ({ status }) => status === wanted,
  );

async function draftTo(people: number, prefix: string): Promise<string> {
  await makeTagged(waypost, prefix, people, prefix);
  const template = { name: "marketing", language: "en_US" };
  return await createDraft(waypost, { template, audience: { tags: { any: [prefix] } } });
}

test("what was counted too high is given back, and the others are sent", async () => {
  await setPrice(0.1);
  const id = await draftTo(8, "1415581");
  const spent = await budgetOf(id, 0.5);
  await start(waypost, id);
  expect((await untilStatus(id, "stopped")).counts.waiting).toBe(3);
  await setPrice(0.05);
  await untilStatus(id, "completed");
  expect([...(await sentTo(waypost, "1415581")).values()]).toEqual(Array(8).fill(1));
  expect(await lookUntil(spent, (amount) => amount < 0.41)).toBeCloseTo(0.4, 10);
});

test("a message that cost more than there is may now cost less; while it still does, it waits", async () => {
  await setPrice(0.1);
  const id = await draftTo(1, "1415582");
  const spent = await budgetOf(id, 0.01);
  await start(waypost, id);
  const { counts } = await untilStatus(id, "stopped");
  expect(counts.waiting).toBe(1);
  await setPrice(0.02);
  await lookUntil(
    async () => (await untilStatus(id, "stopped")).stopped_by,
    (stopped) => stopped?.price === 0.02,
  );
  await setPrice(0.001);
  await untilStatus(id, "completed");
  expect(await lookUntil(spent, (amount) => amount > 0)).toBeCloseTo(0.001, 10);
});
