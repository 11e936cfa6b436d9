/** Signing secrets that take over from one another while events are delivered. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { startReceiver, verifyDelivery } from "./receiver.ts";

const BASE = "/v1/settings/developer/webhooks";
const waypost = sharedDaemon();
let receiver: ReturnType<typeof startReceiver>;
let endpoint: { id: string; secret: string };

beforeAll(async () => {
  receiver = startReceiver();
});
beforeEach(async () => {
  await waypost.sql`delete from webhook_endpoints`;
  receiver.received.length = 0;
  endpoint = (await waypost.call("POST", `${BASE}/endpoints`, { url: receiver.url })).body;
});
afterAll(async () => {
  await receiver.stop();
});

const rotate = async (body?: object) =>
  (await waypost.call("POST", `${BASE}/endpoints/${endpoint.id}/rotate-secret`, body)).body;

async function emit(count: number): Promise<void> {
  await waypost.sql`
    select emit_events(array_agg(row(${waypost.organizationId}::text, null, 'contact.updated', '{}')::event_input))
    from generate_series(1, ${count})`;
}

async function received(count: number): Promise<void> {
  const bodies = () =>
    receiver.received.filter(({ headers }) => headers["webhook-event-type"] === "contact.updated");
  await until(() => bodies().length >= count);
}

function signatures(nth: number): number {
  return receiver.received[nth]?.headers["webhook-signature"]?.split(" ").length ?? 0;
}

test("the old secret signs along for a day, after the new one", async () => {
  const { secret, previous_secret_expires_at } = await rotate();
  expect(secret).toMatch(/^whsec_/);
  expect(secret).not.toBe(endpoint.secret);
  const hours = (new Date(previous_secret_expires_at).getTime() - Date.now()) / 3_600_000;
  expect(hours).toBeWithin(23.9, 24.1);
  await emit(1);
  await received(1);
  for (const known of [secret, endpoint.secret]) verifyDelivery(known, receiver.received[0] as never);
  expect(signatures(0)).toBe(2);
});

test("without an overlap, as after a leak, the old secret ends at once", async () => {
  const { secret } = await rotate({ overlap_seconds: 0 });
  await emit(1);
  await received(1);
  const delivery = receiver.received[0] as never;
  verifyDelivery(secret, delivery);
  expect(() => verifyDelivery(endpoint.secret, delivery)).toThrow();
});

test("without an overlap, a secret that an earlier rotation left ends at once, too", async () => {
  const between = await rotate();
  const { secret } = await rotate({ overlap_seconds: 0 });
  await emit(1);
  await received(1);
  const delivery = receiver.received[0] as never;
  verifyDelivery(secret, delivery);
  expect(signatures(0)).toBe(1);
  for (const old of [endpoint.secret, between.secret]) expect(() => verifyDelivery(old, delivery)).toThrow();
});

test("a shorter overlap shortens an earlier rotation's, a longer one does not lengthen it", async () => {
  const ends = async () => {
    const rows = await waypost.sql<{ seconds: number }[]>`
      select extract(epoch from expires_at - now())::float8 as seconds from webhook_secrets
      where endpoint_id = ${endpoint.id} and expires_at is not null order by id`;
    return rows.map(({ seconds }) => Math.ceil(seconds / 60));
  };
  await rotate({ overlap_seconds: 3600 });
  await rotate({ overlap_seconds: 600 });
  expect(await ends()).toEqual([10, 10]);
  await rotate({ overlap_seconds: 7200 });
  expect(await ends()).toEqual([10, 10, 120]);
});

test("a secret that the receiver has already signs, from the start or from a rotation on, and is in no log", async () => {
  const [first, next] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`);
  await waypost.sql`delete from webhook_endpoints`;
  endpoint = (await waypost.call("POST", `${BASE}/endpoints`, { url: receiver.url, secret: first })).body;
  expect(endpoint.secret).toBe(String(first));
  await emit(1);
  await received(1);
  verifyDelivery(String(first), receiver.received[0] as never);
  expect((await rotate({ secret: next, overlap_seconds: 0 })).secret).toBe(next);
  await emit(1);
  await received(2);
  verifyDelivery(String(next), receiver.received[1] as never);
  const { body: audit } = await waypost.call("GET", `/v1/audit?target_id=${endpoint.id}`);
  expect(audit.data.length).toBeGreaterThan(1);
  expect(JSON.stringify(audit)).not.toContain("whsec_");
});

test.each(["secret", "whsec_c2hvcnQ=", `whsec_${"?".repeat(44)}`])(
  "%s is no secret of Standard Webhooks",
  async (secret) => {
    const refused = { status: 422, body: { errors: [{ path: "/secret" }] } };
    const made = await waypost.call("POST", `${BASE}/endpoints`, { url: receiver.url, secret });
    expect(made).toMatchObject(refused);
    const path = `${BASE}/endpoints/${endpoint.id}/rotate-secret`;
    expect(await waypost.call("POST", path, { secret })).toMatchObject(refused);
  },
);

test("a rotation under load: every delivery verifies by the secret from before or the one from after", async () => {
  const load = Promise.all(Array.from({ length: 20 }, () => emit(10)));
  const { secret } = await rotate();
  await load;
  await emit(50);
  await received(250);
  for (const delivery of receiver.received) {
    const verified = [endpoint.secret, secret].filter((known) => {
      try {
        verifyDelivery(known, delivery);
        return true;
      } catch {
        return false;
      }
    });
    expect(verified).toContain(endpoint.secret);
  }
  expect(() => verifyDelivery(secret, receiver.received.at(-1) as never)).not.toThrow();
});

test("rotated twelve times, the latest ten old secrets sign along", async () => {
  for (let nth = 0; nth < 12; nth++) await rotate();
  await emit(1);
  await received(1);
  expect(signatures(0)).toBe(11);
  expect(() => verifyDelivery(endpoint.secret, receiver.received[0] as never)).toThrow();
});

test("an overlap of more than seven days is refused, an unknown endpoint not found", async () => {
  const tooLong = await waypost.call("POST", `${BASE}/endpoints/${endpoint.id}/rotate-secret`, {
    overlap_seconds: 7 * 86_400 + 1,
  });
  expect(tooLong.status).toBe(422);
  expect((await waypost.call("POST", `${BASE}/endpoints/ep_none/rotate-secret`)).status).toBe(404);
});
