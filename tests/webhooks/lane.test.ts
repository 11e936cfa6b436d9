import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createEndpointPacers } from "../../daemon/webhooks/pacer.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";
import { startReceiver, verifyDelivery } from "./receiver.ts";

let fixture: LaneFixture;
let opened: ReturnType<typeof startReceiver>[] = [];

beforeAll(async () => {
  fixture = await startLaneFixture();
});
afterEach(async () => {
  await fixture.sql`delete from webhook_endpoints`;
  for (const receiver of opened) await receiver.stop();
  opened = [];
});
afterAll(() => fixture.stop());

function receiver(...answer: Parameters<typeof startReceiver>) {
  const started = startReceiver(...answer);
  opened.push(started);
  return started;
}

test("a due event is delivered signed, byte for byte, with the endpoint's own headers", async () => {
  const { url, received } = receiver();
  const { id, lane, secret } = await fixture.endpoint({ url, headers: { Authorization: "Bearer theirs" } });
  const body = '{"z":1,"a":"é \\u0000 \\ud800 👋", "spaced" : true}';
  await fixture.emit("message.new", [body]);
  await fixture.deliverDue(lane);
  expect(received).toHaveLength(1);
  expect(received[0]?.body).toBe(body);
  expect(received[0]?.headers).toMatchObject({
    "content-type": "application/json",
    authorization: "Bearer theirs",
    "webhook-event-type": "message.new",
  });
  for (const delivery of received) expect(() => verifyDelivery(secret, delivery)).not.toThrow();
  const [row, ...others] = await fixture.deliveries(id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    status: "succeeded",
    attempt: 1,
    response_status: 200,
    response_body: "ok",
    error: null,
  });
  expect(received[0]?.headers["webhook-id"]).toBe(row?.event_id ?? "");
  expect(await fixture.waiting(id)).toBe(0);
});

test("1,000 deliveries through the lane are each verified", async () => {
  const { url, received } = receiver();
  const { lane, secret } = await fixture.endpoint({ url });
  const bodies = Array.from({ length: 1000 }, (_, nth) =>
    JSON.stringify({ nth, text: "👋\u0000\ud800".repeat(nth % 50) }),
  );
  await fixture.emit("message.new", bodies);
  await fixture.deliverDue(lane);
  expect(received.map(({ body }) => body).sort()).toEqual(bodies.sort());
  for (const delivery of received) expect(() => verifyDelivery(secret, delivery)).not.toThrow();
});

test("an endpoint gets the types it subscribes to", async () => {
  const { url, received } = receiver();
  const { lane } = await fixture.endpoint({ url, filterTypes: ["message.sent"] });
  await fixture.emit("message.new", ['{"n":1}']);
  await fixture.emit("message.sent", ['{"n":2}']);
  await fixture.deliverDue(lane);
  expect(received.map(({ body }) => body)).toEqual(['{"n":2}']);
});

test("after a failure the same event follows later with the same id and a new attempt", async () => {
  const { url, received } = receiver(
    (nth) => new Response(nth === 0 ? "down" : "ok", { status: nth === 0 ? 500 : 200 }),
  );
  const { id, lane, secret } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  await fixture.deliverDue(lane);
  expect(await fixture.deliverDue(lane)).toEqual([]);

  const [first, second] = await fixture.deliveries(id);
  expect(first).toMatchObject({ status: "failed", response_status: 500, response_body: "down" });
  expect(first?.error).toBe("the endpoint responded with 500");
  expect(second).toMatchObject({
    status: "pending",
    attempt: 2,
    next_attempt_at: first?.next_attempt_at ?? null,
  });
  const wait = (second?.next_attempt_at?.getTime() ?? 0) - (second?.created_at.getTime() ?? 0);
  expect(wait).toBeWithin(3900, 6100);
  expect(await (await fixture.work.open(lane))?.nextDue()).toBeWithin(1, 6100);

  await fixture.makeDue(lane);
  await fixture.deliverDue(lane);
  expect((await fixture.deliveries(id)).map((row) => row.status)).toEqual(["failed", "succeeded"]);
  expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"] ?? "");
  for (const delivery of received) expect(() => verifyDelivery(secret, delivery)).not.toThrow();
});

test("a result that is written twice plans one further attempt", async () => {
  const { url } = receiver(() => new Response("down", { status: 500 }));
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  const results = await fixture.deliverDue(lane);
  await (await fixture.work.open(lane))?.finish(results);
  expect((await fixture.deliveries(id)).map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test("the tenth failure is the last", async () => {
  const { url, received } = receiver(() => new Response(null, { status: 503 }));
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  for (let attempt = 1; attempt <= 11; attempt++) {
    await fixture.deliverDue(lane);
    await fixture.makeDue(lane);
  }
  expect(received).toHaveLength(10);
  const statuses = (await fixture.deliveries(id)).map((row) => row.status);
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => "failed"), "exhausted"] as typeof statuses);
  expect(await fixture.waiting(id)).toBe(0);
});

test("a redirect to a private place is a failure and is not followed", async () => {
  const inside = receiver();
  const { url } = receiver(() => new Response(null, { status: 302, headers: { location: inside.url } }));
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  await fixture.deliverDue(lane);
  expect((await fixture.deliveries(id))[0]).toMatchObject({ status: "failed", response_status: 302 });
  expect(inside.received).toEqual([]);
});

test("an address that may not be reached fails without a connection, and says why", async () => {
  const { id, lane } = await fixture.endpoint({ url: "https://10.0.0.1/hook" });
  await fixture.emit("message.new", ["{}"]);
  await fixture.deliverDue(lane);
  const [row] = await fixture.deliveries(id);
  expect(row).toMatchObject({ status: "failed", response_status: null });
  expect(row?.error).toContain("private or reserved address");
});

test("a delivery that is interrupted by a stop is made again at once, and is no failure", async () => {
  const stop = new AbortController();
  const { url, received } = receiver((nth) => {
    if (nth > 0) return new Response("ok");
    stop.abort();
    return new Promise(() => {});
  });
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  await fixture.deliverDue(lane, stop.signal);
  expect((await fixture.deliveries(id)).map((row) => row.status)).toEqual(["pending"]);
  await fixture.deliverDue(lane);
  expect((await fixture.deliveries(id)).map((row) => row.status)).toEqual(["succeeded"]);
  expect(received).toHaveLength(2);
});

test("a rate of two a second lets two go and asks the third to wait", async () => {
  const { url } = receiver();
  const { lane } = await fixture.endpoint({ url, rate: 2 });
  await fixture.emit("message.new", ["{}", "{}", "{}"]);
  const open = await fixture.work.open(lane);
  const waits = ((await open?.peek([], 10)) ?? []).map((item) => open?.delay(item) ?? -1);
  expect(waits.slice(0, 2)).toEqual([0, 0]);
  expect(waits[2]).toBeWithin(1, 501);
  expect(open?.pause?.()).toBeWithin(1, 501);
});

test("another rate counts at once", () => {
  const pacers = createEndpointPacers();
  const take = (rate_per_second: number) => pacers({ id: "ep_1", rate_per_second }).take();
  expect([take(1), take(1) > 0, take(2)]).toEqual([0, true, 0]);
});

test("a secret that cannot be decrypted is a failed delivery, not a broken lane", async () => {
  const { url, received } = receiver();
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.sql`update webhook_secrets set secret = 'v1.00000000.AAAA' where endpoint_id = ${id}`;
  await fixture.emit("message.new", ["{}"]);
  await fixture.deliverDue(lane);
  expect((await fixture.deliveries(id))[0]).toMatchObject({ status: "failed" });
  expect(received).toEqual([]);
});

test("an expired secret no longer signs, an unexpired old one signs along", async () => {
  const { url, received } = receiver();
  const { id, lane, secret } = await fixture.endpoint({ url });
  for (const [name, hours] of [
    ["kept", 1],
    ["expired", -1],
  ] as const) {
    await fixture.sql`
      insert into webhook_secrets (organization_id, endpoint_id, id, secret, expires_at)
      select organization_id, endpoint_id, ${name}, secret, now() + make_interval(hours => ${hours})
      from webhook_secrets where endpoint_id = ${id} and id = 'first'`;
  }
  await fixture.emit("message.new", ["{}"]);
  await fixture.deliverDue(lane);
  expect(received[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  for (const delivery of received) expect(() => verifyDelivery(secret, delivery)).not.toThrow();
});

test("no secret is stored in the clear", async () => {
  const { id, secret } = await fixture.endpoint({
    url: "https://x.test/",
    headers: { authorization: "Bearer theirs" },
  });
  const rows = await fixture.sql`
    select kept.secret, endpoint.headers from webhook_secrets as kept
    join webhook_endpoints as endpoint on endpoint.id = kept.endpoint_id where endpoint.id = ${id}`;
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain("theirs");
});
