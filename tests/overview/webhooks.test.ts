/** What became of deliveries over time, which the log of events doesn't say. */
import { afterAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { makeEndpoint, sendTo } from "./support.ts";

type Webhooks = { delivered: number; failed: number; lag_ms: number | null; longest_lag_ms: number | null };

const daemon = sharedDaemon();
const well = startReceiver();
const unwell = startReceiver(() => new Response("out of order", { status: 503 }));
afterAll(async () => {
  await well.stop();
  await unwell.stop();
});

/** The webhooks of each step in which there were some. */
async function webhooks(query = "", call = daemon.call): Promise<Webhooks[]> {
  const { body } = await call("GET", `/v1/overview/history?${query}`);
  const all = body.points.map((point: { webhooks: Webhooks | null }) => point.webhooks);
  return all.filter((one: Webhooks | null) => one !== null && one.delivered + one.failed > 0);
}

const isDelivered = ({ delivered }: Webhooks) => delivered > 0;

test("deliveries and failed attempts are counted in all steps of time, with how long they took; tests are not", async () => {
  const types = { filterTypes: ["message.sent"] };
  await makeEndpoint(daemon, well.url, types);
  await makeEndpoint(daemon, unwell.url, types);
  await daemon.call("POST", "/v1/settings/developer/webhooks/trigger", { event_type: "message.sent" });
  await sendTo(daemon, "14155550123");
  const isThere = (found: Webhooks[]) => found.some(isDelivered) && found.some(({ failed }) => failed > 0);
  await lookUntil(() => webhooks(), isThere);
  for (const over of ["hour", "day", "month"]) {
    const found = await webhooks(`over=${over}`);
    expect(isThere(found)).toBe(true);
    const [one, ...others] = found.filter(isDelivered);
    expect(one).toMatchObject({ delivered: 1, lag_ms: one?.longest_lag_ms });
    expect(one?.lag_ms).toBeLessThan(60_000);
    expect(others).toEqual([]);
  }
});

test("endpoints get the events of all channels: nobody who sees some is shown them", async () => {
  expect(await webhooks(`channel_id=${daemon.channelId}`)).toEqual([]);
  for (const [permissions, channels] of [
    [["messages:read"], undefined],
    [["messages:read", "webhooks:manage"], [daemon.channelId]],
  ] as const) {
    const key = await makeKey(daemon, [...permissions], channels && [...channels]);
    const { body } = await caller(daemon.url, key)("GET", "/v1/overview/history");
    expect(body.points[0].webhooks).toBeNull();
  }
});
