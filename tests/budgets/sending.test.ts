/** Budgets while messages are sent: what is billed or fails corrects them, and broadcasts wait for room. */
import { beforeAll, expect, test } from "bun:test";
import { createDraft, makeTagged, sentTo, start } from "../broadcasts/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil } from "../support/until.ts";
import { prepareTemplates, templateFor } from "./support.ts";

const waypost = sharedDaemon();
beforeAll(() => prepareTemplates(waypost));

async function budgetOf(amount: number, more: object = {}) {
  const body = { scope: "organization", period: "month", currency: "EUR", amount, ...more };
  const { id } = (await waypost.call("POST", "/v1/budgets", body)).body;
  const path = `/v1/budgets/${id}`;
  return {
    id,
    set: (amount: number) => waypost.call("PATCH", path, { amount }),
    spent: async () => (await waypost.call("GET", path)).body.spent as number,
    delete: () => waypost.call("DELETE", path),
  };
}

const broadcastOf = async (id: string) => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body;

async function broadcastTo(people: number, prefix: string): Promise<string> {
  await makeTagged(waypost, prefix, people, prefix);
  const template = { name: "marketing", language: "en_US" };
  const id = await createDraft(waypost, { template, audience: { tags: { any: [prefix] } } });
  await start(waypost, id);
  return id;
}

test("what fails before it is delivered is given back, and what is billed counts with that", async () => {
  const budget = await budgetOf(100);
  const before = await budget.spent();
  const { body } = await waypost.call("POST", "/v1/messages", templateFor(waypost, "utility", "15550000101"));
  await waypost.until(body.id, "failed");
  expect(await budget.spent()).toBeCloseTo(before, 10);
  const read = (await waypost.call("POST", "/v1/messages", templateFor(waypost, "utility"))).body;
  await waypost.until(read.id, "read");
  expect(await budget.spent()).toBeCloseTo(before + 0.03, 10);
  // as if Meta had billed it at another rate, and failed it afterwards
  await waypost.sql`delete from message_costs where message_id = ${read.id}`;
  const status = {
    organization_id: waypost.organizationId,
    channel_id: waypost.channelId,
    message_id: read.id,
  };
  const billed = {
    ...{ ...status, state: "billed", day: "2026-11-30", type: "regular", category: "utility", country: "DE" },
    ...{ currency: "EUR", basis: "rc_EUR", tiers: JSON.stringify([{ above: 0, amount: 0.05 }]) },
  };
  const settle = (given: object) => waypost.sql`select settle_costs(${JSON.stringify([given])}::text::json)`;
  await settle(billed);
  await settle(billed);
  expect(await budget.spent()).toBeCloseTo(before + 0.05, 10);
  await settle({ ...status, state: "failed" });
  expect(await budget.spent()).toBeCloseTo(before, 10);
  await budget.delete();
});

test("a broadcast stops where a budget has no room, and continues once it is raised", async () => {
  const budget = await budgetOf(100);
  await budget.set((await budget.spent()) + 0.5);
  const id = await broadcastTo(8, "1415571");
  const stopped = await lookUntil(
    () => broadcastOf(id),
    ({ status, counts }) => status === "stopped" && counts.accepted + counts.sent + counts.delivered === 0,
  );
  expect(stopped.stopped_by).toMatchObject({
    rule: "budget",
    budget_id: budget.id,
    detail: expect.stringContaining(`the budget ${budget.id} has no room for it`),
    continues_at: (await waypost.call("GET", `/v1/budgets/${budget.id}`)).body.begins_again_at,
  });
  // what was accepted before is sent
  expect(stopped.counts).toMatchObject({ waiting: 3, read: 5, cancelled: 0, skipped: 0 });
  await budget.set(100);
  await lookUntil(
    () => broadcastOf(id),
    ({ status }) => status === "completed",
  );
  expect([...(await sentTo(waypost, "1415571")).values()]).toEqual(Array(8).fill(1));
  await budget.delete();
});

test("it continues by itself when the budget begins again, and when the budget is deleted", async () => {
  const budget = await budgetOf(0);
  const id = await broadcastTo(1, "1415572");
  const stopped = await lookUntil(
    () => broadcastOf(id),
    ({ status }) => status === "stopped",
  );
  // as if that were now; it has still no room
  const began = { ...stopped.stopped_by, continues_at: new Date().toISOString() };
  await waypost.sql`update broadcasts set stopped_by = ${JSON.stringify(began)} where id = ${id}`;
  await waypost.sql`select queue_broadcast(${waypost.organizationId}, ${id}, now())`;
  await lookUntil(
    () => broadcastOf(id),
    ({ status, stopped_by }) =>
      status === "stopped" && stopped_by.continues_at === stopped.stopped_by.continues_at,
  );
  await budget.delete();
  await lookUntil(
    () => broadcastOf(id),
    ({ status }) => status === "completed",
  );
  expect([...(await sentTo(waypost, "1415572")).values()]).toEqual([1]);
});
