/** What budgets count, refuse and say. The channel is paused, so that nothing is sent while they do. */
import { beforeAll, expect, test } from "bun:test";
import { newMessageId } from "../../daemon/lib/ids.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { inputsJson } from "../../db/messages/accept/input.ts";
import { applyStatuses } from "../messages/apply-statuses.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { type Priced, prepareTemplates, templateFor } from "./support.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", paused: true } });
beforeAll(() => prepareTemplates(waypost));

/** A key of its own with a budget of its own: tests don't count each other's messages. */
async function budgetOf(amount: number, more: object = {}) {
  const secret = await makeKey(waypost, ["*"]);
  const call = caller(waypost.url, secret);
  const [key] = await waypost.sql<{ id: string }[]>`select id from api_keys order by id desc limit 1`;
  const body = { scope: "key", scope_id: key?.id, period: "month", currency: "EUR", amount, ...more };
  const budget = (await call("POST", "/v1/budgets", body)).body;
  return {
    id: budget.id as string,
    keyId: key?.id ?? "",
    call,
    send: (category: Priced, extra: object = {}, headers: Record<string, string> = {}) =>
      call("POST", "/v1/messages", { ...templateFor(waypost, category), ...extra }, headers),
    spent: async () => (await call("GET", `/v1/budgets/${budget.id}`)).body.spent as number,
    events: async () =>
      (
        await waypost.sql<{ type: string; body: string }[]>`
        select type, body from events where type like 'budget.%' and body::json ->> 'budget_id' = ${budget.id}
        order by position, id`
      ).map(({ type, body }) => ({ type, ...JSON.parse(body) })),
  };
}

test("marketing stops when it would be more than is left, and everything else passes", async () => {
  const { id, call, send, spent, events } = await budgetOf(0.25);
  expect((await send("marketing")).status).toBe(201);
  expect(await events()).toEqual([]);
  expect((await send("marketing")).status).toBe(201);
  expect(await spent()).toBe(0.2);
  expect(await events()).toMatchObject([{ type: "budget.warned", spent: 0.2, amount: 0.25, scope: "key" }]);
  const refused = await send("marketing");
  const { begins_again_at } = (await call("GET", `/v1/budgets/${id}`)).body;
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: "budget_exhausted",
      detail: `the budget ${id} has no room for it: 0.2 of 0.25 EUR are spent. It begins again at ${begins_again_at}; raise it (waypost budgets set ${id} --amount …) to send more before`,
      budget: { id, scope: "key", spent: 0.2, amount: 0.25, price: 0.1, currency: "EUR", begins_again_at },
    },
  });
  for (const category of ["utility", "authentication"] as const)
    expect((await send(category)).status).toBe(201);
  expect(await spent()).toBe(0.25);
  expect((await send("marketing")).status).toBe(422);
  expect((await events()).map(({ type }) => type)).toEqual(["budget.warned", "budget.exhausted"]);
  expect((await call("GET", `/v1/budgets/${id}`)).body.state).toBe("exhausted");
});

test("all but authentication stops, or nothing", async () => {
  const strict = await budgetOf(0.03, { stop: "all_but_authentication" });
  expect((await strict.send("utility")).status).toBe(201);
  expect((await strict.send("utility")).status).toBe(422);
  expect((await strict.send("marketing")).status).toBe(422);
  expect((await strict.send("authentication")).status).toBe(201);
  expect(await strict.spent()).toBe(0.05);
  const lenient = await budgetOf(0.1, { stop: "none" });
  for (const _ of [1, 2, 3]) expect((await lenient.send("marketing")).status).toBe(201);
  expect(await lenient.spent()).toBe(0.3);
  expect((await lenient.events()).map(({ type }) => type)).toEqual(["budget.warned", "budget.exhausted"]);
});

test("a batch is accepted as far as there is room, and every budget of a message has to have it", async () => {
  const { call, spent } = await budgetOf(0.45);
  const channel = {
    scope: "channel",
    scope_id: waypost.channelId,
    period: "day",
    currency: "EUR",
    amount: 1000,
  };
  const { id } = (await call("POST", "/v1/budgets", channel)).body;
  const before = (await call("GET", `/v1/budgets/${id}`)).body.spent;
  const categories = [
    "marketing",
    "utility",
    "marketing",
    "marketing",
    "marketing",
    "marketing",
    "utility",
  ] as const;
  const messages = categories.map((category) => templateFor(waypost, category));
  const { body } = await call("POST", "/v1/messages/batch", { messages });
  expect(body.data.map(({ status }: { status: number }) => status)).toEqual([
    201, 201, 201, 201, 201, 422, 201,
  ]);
  expect(body.data[5].problem).toMatchObject({ code: "budget_exhausted", budget: { price: 0.1 } });
  expect(await spent()).toBe(0.46);
  // what is refused shifts nobody's price
  const last = (await call("GET", `/v1/messages/${body.data[6].message.id}`)).body;
  expect(last.cost).toMatchObject({ amount: 0.03 });
  expect((await call("GET", `/v1/budgets/${id}`)).body.spent - before).toBeCloseTo(0.46, 10);
  await call("DELETE", `/v1/budgets/${id}`);
});

test("a repeated request counts once, and a refused one can be repeated when there is room", async () => {
  const { id, call, send, spent, events } = await budgetOf(0.1);
  const first = await send("marketing", {}, { "idempotency-key": "first" });
  const again = await send("marketing", {}, { "idempotency-key": "first" });
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  expect(await spent()).toBe(0.1);
  const twice = await Promise.all([1, 2].map(() => send("marketing", {}, { "idempotency-key": "second" })));
  expect(twice.map(({ status, body }) => [status, body.code])).toEqual(
    Array(2).fill([422, "budget_exhausted"]),
  );
  await call("PATCH", `/v1/budgets/${id}`, { amount: 0.2 });
  expect((await send("marketing", {}, { "idempotency-key": "second" })).status).toBe(201);
  expect((await send("marketing")).status).toBe(422);
  // raised, it says again that it crosses its lines
  expect((await events()).map(({ type, amount }) => [type, amount])).toEqual([
    ["budget.warned", 0.1],
    ["budget.exhausted", 0.1],
    ["budget.warned", 0.2],
    ["budget.exhausted", 0.2],
  ]);
});

test("what is cancelled is given back, and a message for another period counts there", async () => {
  const { call, send, spent } = await budgetOf(0.1);
  const { body } = await send("marketing");
  expect((await send("marketing")).status).toBe(422);
  await call("POST", `/v1/messages/${body.id}/cancel`);
  expect(await spent()).toBe(0);
  const days = await budgetOf(0.1, { period: "day" });
  const later = (daysAhead: number) => ({
    scheduled_at: new Date(Date.now() + daysAhead * 24 * 3600_000).toISOString(),
  });
  expect((await days.send("marketing", later(2))).status).toBe(201);
  expect(await days.spent()).toBe(0);
  const full = await days.send("marketing", later(2));
  expect(full.body).toMatchObject({ code: "budget_exhausted", budget: { spent: 0.1 } });
  expect((await days.send("marketing", later(3))).status).toBe(201);
  expect((await days.send("marketing")).status).toBe(201);
});

test("what failed is given back, and taken again when it turns out to have arrived", async () => {
  const { send, spent } = await budgetOf(0.1);
  const { body } = await send("marketing");
  const report = (status: string, error: string | null = null) =>
    applyStatuses(waypost.sql, waypost, [
      {
        message_id: body.id,
        provider_message_id: "wamid.spent",
        status,
        at: new Date(),
        error,
        pricing: null,
      },
    ]);
  await report("failed", '{"code":"x"}');
  expect(await spent()).toBe(0);
  await report("delivered");
  expect(await spent()).toBe(0.1);
});

test("a new budget knows what was spent before it, in its currency", async () => {
  const { call, send, id } = await budgetOf(100);
  for (const category of ["marketing", "utility"] as const) await send(category);
  const { body } = await send("marketing");
  await call("POST", `/v1/messages/${body.id}/cancel`);
  const { scope, scope_id, period } = (await call("GET", `/v1/budgets/${id}`)).body;
  const same = { scope, scope_id, period, amount: 1 };
  expect((await call("POST", "/v1/budgets", { ...same, currency: "EUR" })).body.spent).toBe(0.13);
  expect((await call("POST", "/v1/budgets", { ...same, currency: "USD" })).body.errors[0].path).toBe(
    "/currency",
  );
});

/** A marketing message of a key, as it is accepted. */
function marketing(author: string) {
  const price = { currency: "EUR", category: "marketing", country: null, day: "2026-11-01", basis: "rc_EUR" };
  const { content } = templateFor(waypost, "marketing");
  return {
    ...{ organization_id: waypost.organizationId, id: newMessageId(), channel_id: waypost.channelId, author },
    ...{ conversation_id: null, address: "14155557002", type: "template", content: JSON.stringify(content) },
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
  };
}

test("what is repeated within a batch and finds no room is refused once each time", async () => {
  const { keyId, send } = await budgetOf(0.1);
  await send("marketing");
  const repeated = () => ({ ...marketing(keyId), idempotency_key: `${keyId} twice`, fingerprint: "same" });
  const outcomes = await acceptMessages(waypost.sql, [repeated(), repeated()]);
  expect(outcomes.map(({ n, outcome }) => [n, outcome]).sort()).toEqual([
    [0, "budget_exhausted"],
    [1, "budget_exhausted"],
  ]);
});

test("who accepts waits for those who have the same budget, and sees what they took", async () => {
  const { keyId, send, spent } = await budgetOf(0.1);
  const message = marketing(keyId);
  let waiting: ReturnType<typeof send> | undefined;
  await waypost.sql.begin(async (transaction) => {
    const [mine] =
      await transaction`select outcome from accept_messages(${inputsJson([message])}::text::json)`;
    expect(mine?.outcome).toBe("accepted");
    waiting = send("marketing");
    const isDone = waiting.then(() => true);
    await until(
      async () =>
        (await Promise.race([isDone, Bun.sleep(0)])) === true ||
        (
          await waypost.sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%accept_messages%'`
        ).length > 0,
    );
  });
  expect(await waiting).toMatchObject({ status: 422, body: { code: "budget_exhausted" } });
  expect(await spent()).toBe(0.1);
});
