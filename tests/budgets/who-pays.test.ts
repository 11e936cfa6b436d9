/** Who pays is who began it: their budget counts and refuses, and what is given back is room again. */
import { beforeAll, expect, test } from "bun:test";
import { newMessageId } from "../../daemon/lib/ids.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { createDraft, makeTagged, start } from "../broadcasts/support.ts";
import { applyStatuses } from "../messages/apply-statuses.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil } from "../support/until.ts";
import { prepareTemplates, templateFor } from "./support.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", paused: true } });
beforeAll(() => prepareTemplates(waypost));

async function budgetOf(scope: string, scope_id: string, amount: number) {
  const body = { scope, scope_id, period: "month", currency: "EUR", amount };
  const made = await waypost.call("POST", "/v1/budgets", body);
  expect([made.status, made.body.detail]).toEqual([201, undefined]);
  const path = `/v1/budgets/${made.body.id}`;
  return { id: made.body.id as string, spent: async () => (await waypost.call("GET", path)).body.spent };
}

async function keyOfItsOwn() {
  const call = caller(waypost.url, await makeKey(waypost, ["*"]));
  const [key] = await waypost.sql<{ id: string }[]>`select id from api_keys order by id desc limit 1`;
  return { call, id: key?.id ?? "" };
}

const eventsOf = async (budget: string) =>
  (
    await waypost.sql<{ type: string }[]>`
      select type from events where type like 'budget.%' and body::json ->> 'budget_id' = ${budget}
      order by position, id`
  ).map(({ type }) => type);

/** A broadcast to some people that a key starts, once a budget stopped it. */
async function stoppedBroadcast(
  key: Awaited<ReturnType<typeof keyOfItsOwn>>,
  prefix: string,
  people: number,
) {
  await makeTagged(waypost, prefix, people, prefix);
  const template = { name: "marketing", language: "en_US" };
  const id = await createDraft(waypost, { template, audience: { tags: { any: [prefix] } } });
  await start({ ...waypost, call: key.call }, id);
  const look = async () => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body;
  const stopped = await lookUntil(look, ({ status }) => status === "stopped");
  return { id, stopped, look };
}

test("a broadcast is paid by the key that started it, and goes on when room is given back", async () => {
  const key = await keyOfItsOwn();
  const budget = await budgetOf("key", key.id, 0.25);
  const { id, stopped, look } = await stoppedBroadcast(key, "1415581", 3);
  expect(stopped).toMatchObject({
    counts: { accepted: 2, waiting: 1 },
    stopped_by: { rule: "budget", budget_id: budget.id, price: 0.1 },
  });
  expect(await budget.spent()).toBe(0.2);
  const [first] = await waypost.sql<{ id: string; author: string }[]>`
    select id, author from messages where broadcast_id = ${id} order by id limit 1`;
  expect(first?.author).toBe(key.id);
  await waypost.call("POST", `/v1/messages/${first?.id}/cancel`);
  await lookUntil(look, ({ counts }) => counts.waiting === 0);
  expect(await budget.spent()).toBe(0.2);
});

test("a user can have a budget", async () => {
  const userId = Bun.randomUUIDv7();
  const user = { organization_id: waypost.organizationId, id: userId, email: "ana@example.com", name: "Ana" };
  await waypost.sql`insert into users ${waypost.sql({ ...user, role: "agent", password_hash: "" })}`;
  const budget = await budgetOf("user", userId, 0.15);
  const price = { currency: "EUR", category: "marketing", country: null, day: "2026-11-01", basis: "rc_EUR" };
  const message = () => ({
    ...{ organization_id: waypost.organizationId, id: newMessageId(), channel_id: waypost.channelId },
    ...{ author: userId, conversation_id: null, address: "14155557002", type: "template" },
    content: JSON.stringify(templateFor(waypost, "marketing").content),
    cost: {
      ...price,
      tiers: '[{"above":0,"amount":0.1}]',
      number: null,
      unit: null,
      market: null,
      counted: null,
    },
    ...{ metadata: null, scheduled_at: null, needs_window: false, addressed: true },
    created_at: new Date().toISOString(),
    ...{ idempotency_key: null, fingerprint: null, response: "{}" },
  });
  const outcomes = await acceptMessages(waypost.sql, [message(), message()]);
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["accepted", "budget_exhausted"]);
  expect(await budget.spent()).toBe(0.1);
  for (const scope_id of ["nobody", Bun.randomUUIDv7()]) {
    const body = { scope: "user", scope_id, period: "day", amount: 1, currency: "EUR" };
    expect((await waypost.call("POST", "/v1/budgets", body)).body.errors[0].path).toBe("/scope_id");
  }
});

test("a line is said again when room was given back and it is crossed anew, and only then", async () => {
  const { call, id: keyId } = await keyOfItsOwn();
  const { id } = await budgetOf("key", keyId, 0.25);
  const send = () => call("POST", "/v1/messages", templateFor(waypost, "marketing"));
  const sent = [await send(), await send(), await send(), await send()];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 422, 422]);
  expect(await eventsOf(id)).toEqual(["budget.warned", "budget.exhausted"]);
  for (const { body } of sent.slice(0, 2)) await call("POST", `/v1/messages/${body.id}/cancel`);
  expect((await send()).status).toBe(201);
  expect(await eventsOf(id)).toHaveLength(2);
  expect([(await send()).status, (await send()).status]).toEqual([201, 422]);
  const again = ["budget.warned", "budget.exhausted"];
  expect(await eventsOf(id)).toEqual([...again, ...again]);
});

test("it is said again, too, when a bill crosses the line anew", async () => {
  const { call, id: keyId } = await keyOfItsOwn();
  const { id } = await budgetOf("key", keyId, 0.1);
  const { body } = await call("POST", "/v1/messages", templateFor(waypost, "marketing"));
  const report = (status: string, error: string | null = null) =>
    applyStatuses(waypost.sql, waypost, [
      {
        ...{ message_id: body.id, provider_message_id: "wamid.again", status, at: new Date() },
        ...{ error, pricing: null },
      },
    ]);
  await report("failed", '{"code":"x"}');
  await report("delivered");
  expect((await eventsOf(id)).sort()).toEqual([
    ...["budget.exhausted", "budget.exhausted", "budget.warned", "budget.warned"],
  ]);
});
