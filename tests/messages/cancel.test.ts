import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();

async function accept(to: string, more: object = {}): Promise<string> {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" }, ...more };
  const { status, body } = await waypost.call("POST", "/v1/messages", message);
  expect(status).toBe(201);
  return body.id;
}
const cancel = (id: string) => waypost.call("POST", `/v1/messages/${id}/cancel`);
const later = () => ({ scheduled_at: new Date(Date.now() + 3600_000).toISOString() });

async function timesSent(id: string): Promise<number> {
  const response = await fetch(`${waypost.sandbox.url}/sandbox/messages?callback=${id}`);
  return ((await response.json()) as { matched: number }).matched;
}

test("a scheduled message is cancelled: 200 with its record, and an event", async () => {
  const id = await accept("14155553001", later());
  const { status, body } = await cancel(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, status: "cancelled" });
  expect(body.status_history.map((one: { status: string }) => one.status)).toEqual([
    "scheduled",
    "cancelled",
  ]);
  const events = await waypost.sql`select body from events where type = 'message.status_update' order by id`;
  const changes = events.map((event) => JSON.parse(event.body)).filter((one) => one.message_id === id);
  expect(changes.map((one) => one.status)).toEqual(["scheduled", "cancelled"]);
  expect(await waypost.sql`select from lane_items where item_id = ${id}`).toHaveLength(0);
});

test("cancelling again without a key, or what is sent, is a 409 with the status", async () => {
  const id = await accept("14155553002", later());
  const withKey = () =>
    waypost.call("POST", `/v1/messages/${id}/cancel`, undefined, { "idempotency-key": "c-1" });
  expect((await withKey()).status).toBe(200);
  const again = await cancel(id);
  expect([again.status, again.body.code, again.body.message_status]).toEqual([
    409,
    "not_cancellable",
    "cancelled",
  ]);
  const repeated = await withKey();
  expect([repeated.status, repeated.body.status]).toEqual([200, "cancelled"]);
  const sent = await accept("14155553003");
  await waypost.until(sent, "read");
  const late = await cancel(sent);
  expect([late.status, late.body.message_status]).toEqual([409, "read"]);
});

test("a message that another organisation or a restricted key can't see is a 404", async () => {
  expect((await cancel(Bun.randomUUIDv7())).status).toBe(404);
  const id = await accept("14155553004", later());
  const restricted = caller(waypost.url, await makeKey(waypost, ["messages:send"], ["ch_other"]));
  expect((await restricted("POST", `/v1/messages/${id}/cancel`)).status).toBe(404);
});

test("cancelling a message that holds back its conversation lets the next one go", async () => {
  const first = await accept("15550000251");
  await until(
    async () => (await waypost.sql`select from lane_items where item_id = ${first} and held`).length > 0,
  );
  const second = await accept("15550000251");
  await until(async () => (await cancel(first)).status === 200);
  await waypost.until(second, "read");
  expect(await timesSent(first)).toBe(0);
});

test("200 messages raced by their cancellation are cancelled and never sent, or sent", async () => {
  const ends = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const id = await accept(`1415557${1000 + index}`);
      await Bun.sleep(index % 20);
      return { id, cancelled: (await cancel(id)).status === 200 };
    }),
  );
  for (const { id, cancelled } of ends) {
    const record = await waypost.until(id, "cancelled", "read");
    expect([record.status, await timesSent(id)]).toEqual(cancelled ? ["cancelled", 0] : ["read", 1]);
  }
});
