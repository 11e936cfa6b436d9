/** Deliveries while daemons are killed, and while two of them run. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";

const BASE = "/v1/settings/developer/webhooks";
const FAILED = 3000;
const ports = [freePort(), freePort()] as const;
let site: Site;
let receiver: ReturnType<typeof startReceiver>;
let mostOut = new Map<string, number>();
const now = new Map<string, number>();

beforeAll(async () => {
  receiver = startReceiver(async (nth) => {
    const id = receiver.received[nth]?.headers["webhook-id"] ?? "";
    now.set(id, (now.get(id) ?? 0) + 1);
    mostOut.set(id, Math.max(mostOut.get(id) ?? 0, now.get(id) ?? 0));
    await Bun.sleep(5);
    now.set(id, (now.get(id) ?? 1) - 1);
    return new Response(null, { status: 200 });
  });
  site = await prepareSite(ports[0], {});
});
beforeEach(() => {
  receiver.received.length = 0;
  mostOut = new Map();
});
afterAll(async () => {
  await site.stop();
  await receiver.stop();
});

const call = (daemon: DaemonProcess) => caller(daemon.url, site.key);

async function emit(count: number): Promise<void> {
  await site.sql`
    select emit_events(array_agg(row(${site.organizationId}::text, null, 'contact.updated', '{}')::event_input))
    from generate_series(1, ${count})`;
}

async function isIdle(): Promise<boolean> {
  const [row] = await site.sql`
    select (select count(*) from lane_items where kind = 'endpoint')
      + (select count(*) from webhook_replays where finished_at is null) as count`;
  return row?.count === 0;
}

test(
  "a replay that is cut off by kill -9, again and again, sends each failure once",
  async () => {
    let daemon = await site.start(ports[0]);
    const { body: endpoint } = await call(daemon)("POST", `${BASE}/endpoints`, { url: receiver.url });
    const since = new Date().toISOString();
    // an outage that used up every attempt of most events, while the others came through; none is delivered before it
    await daemon.kill();
    await emit(FAILED);
    await emit(500);
    await site.sql`delete from lane_items`;
    await site.sql`
    select take_apart(${site.organizationId}, array(
      select delivery.id from deliveries as stored cross join lateral each_delivery(stored) as delivery
    ))`;
    const failed = await site.sql`
    update deliveries set status = 'exhausted' where endpoint_id = ${endpoint.id} and id in (
      select id from deliveries where endpoint_id = ${endpoint.id} order by id limit ${FAILED}
    ) returning event_id`;
    await site.sql`update deliveries set status = 'succeeded' where status = 'pending'`;
    receiver.received.length = 0;

    daemon = await site.start(ports[0]);
    const { body: replay } = await call(daemon)("POST", `${BASE}/deliveries/replay`, { since });
    for (let kill = 1; kill <= 3; kill++) {
      await until(() => receiver.received.length >= (kill * FAILED) / 4, LONG_MS);
      await daemon.kill();
      daemon = await site.start(ports[0]);
    }
    await until(isIdle, LONG_MS);

    const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    expect([...ids].sort()).toEqual(failed.map((row) => row.event_id).sort());
    const made = await site.sql`
    select event_id, count(*) as count, bool_and(status = 'succeeded') as succeeded
    from deliveries where replay_id = ${replay.id} group by event_id`;
    expect(made).toHaveLength(FAILED);
    expect(made.every((row) => row.count === 1 && row.succeeded)).toBe(true);
    const { body: shown } = await call(daemon)("GET", `${BASE}/deliveries/replays/${replay.id}`);
    expect(shown).toMatchObject({ status: "done", matched: FAILED, succeeded: FAILED });
    // at least once: what was out, or not yet written, when the daemon was killed comes a second time; nothing else
    expect(receiver.received.length - FAILED).toBeLessThan(FAILED / 4);
    await daemon.kill();
  },
  LONG_MS,
);

test("two daemons, one endpoint: each event comes once, and never twice at the same time", async () => {
  await site.sql`delete from webhook_endpoints`;
  const daemons = await Promise.all(ports.map((port) => site.start(port)));
  const [first] = daemons as [DaemonProcess, DaemonProcess];
  await call(first)("POST", `${BASE}/endpoints`, { url: receiver.url, concurrency: 100 });
  for (let round = 0; round < 20; round++) {
    await emit(20);
    await Bun.sleep(30);
  }
  await until(() => receiver.received.length >= 400, LONG_MS);
  await until(isIdle, LONG_MS);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"] ?? "");
  expect(ids).toHaveLength(400);
  expect(new Set(ids).size).toBe(400);
  expect(Math.max(...mostOut.values())).toBe(1);
});
