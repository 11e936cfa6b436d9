/** Deleting what much waits for: the answer comes at once, and the rest is ended in pieces, also after kill -9. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { endLaneItems } from "../../db/lanes/ends.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { startSends } from "../../db/messages/sends.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { pileUpDeliveries, pileUpMessages } from "../support/backlog.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";

const MANY = 20_000;
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const port = freePort();
let site: Site;
let daemon: DaemonProcess;
beforeAll(async () => {
  site = await prepareSite(port, {});
  daemon = await site.start(port);
});
afterAll(() => site.stop());

const call: ReturnType<typeof caller> = (...request) => caller(daemon.url, site.key)(...request);

async function newChannel(): Promise<string> {
  return (await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "Spare" })).body.id;
}

async function waiting(laneId: string): Promise<number> {
  const [row] = await site.sql`select count(*) as count from lane_items where lane_id = ${laneId}`;
  return row?.count;
}

test(
  "a channel for which many messages wait is deleted at once; each is cancelled once, also over kill -9",
  async () => {
    const { channelId } = site;
    await pileUpMessages(site, MANY);
    expect((await call("DELETE", `/v1/channels/${channelId}`)).status).toBe(204);
    expect((await call("GET", `/v1/channels/${channelId}`)).status).toBe(404);
    const other = { channel_id: await newChannel(), to: "14155550101", type: "text", content: { body: "x" } };
    expect((await call("POST", "/v1/messages", other)).status).toBe(201);
    await until(async () => (await waiting(channelId)) < MANY);
    expect(await waiting(channelId)).toBeGreaterThan(0);

    await daemon.kill();
    daemon = await site.start(port);
    await until(async () => (await waiting(channelId)) === 0, LONG_MS);
    const [messages] = await site.sql`
    select count(*) as count, bool_and(status = 'cancelled') as cancelled from messages where channel_id = ${channelId}`;
    expect({ ...messages }).toEqual({ count: MANY, cancelled: true });
    const [events] = await site.sql`
    select count(*) as count, count(distinct body::json ->> 'message_id') as messages from events
    where channel_id = ${channelId} and body::json ->> 'status' = 'cancelled'`;
    expect({ ...events }).toEqual({ count: MANY, messages: MANY });
  },
  LONG_MS,
);

test(
  "an endpoint for which many deliveries wait is deleted at once, and they end",
  async () => {
    const { id } = (await call("POST", ENDPOINTS, { url: "https://example.com/hook" })).body;
    await call("PATCH", `${ENDPOINTS}/${id}`, { enabled: false });
    await pileUpDeliveries(site, id, MANY);
    expect((await call("DELETE", `${ENDPOINTS}/${id}`)).status).toBe(204);
    await until(async () => (await waiting(id)) === 0, LONG_MS);
    const [deliveries] = await site.sql`
    select count(*) as count from deliveries
    where endpoint_id = ${id} and status = 'exhausted' and error = 'the endpoint was deleted'`;
    expect(deliveries?.count).toBe(MANY);
  },
  LONG_MS,
);

test("a piece ends so many and no more, and nothing of a channel that is still there", async () => {
  await daemon.kill();
  const lane = { organizationId: site.organizationId, kind: "channel", laneId: "ch_pieces" };
  await site.sql`
    insert into channels (organization_id, id, platform, status, name)
    values (${site.organizationId}, 'ch_pieces', 'whatsapp_official', 'connected', 'Pieces')`;
  await pileUpMessages({ ...site, channelId: "ch_pieces" }, 250);
  expect(await endLaneItems(site.sql, lane, 100)).toBe("wait");
  expect(await waiting("ch_pieces")).toBe(250);
  await site.sql`update channels set deleted_at = now() where id = 'ch_pieces'`;
  expect(await endLaneItems(site.sql, lane, 100)).toBe("step");
  expect(await waiting("ch_pieces")).toBe(150);
  expect(await endLaneItems(site.sql, lane, 100)).toBe("step");
  expect(await endLaneItems(site.sql, lane, 100)).toBe("nothing");
});

test("nothing of a deleted channel is started any more, also by a daemon that has not heard of it", async () => {
  const { organizationId } = site;
  const channelId = "ch_gone";
  await site.sql`
    insert into channels (organization_id, id, platform, status, name)
    values (${organizationId}, ${channelId}, 'whatsapp_official', 'connected', 'Gone')`;
  await pileUpMessages({ ...site, channelId }, 1);
  await site.sql`update lane_items set due_at = now() where lane_id = ${channelId}`;
  await claimLane(site.sql, { organizationId, kind: "channel", laneId: channelId }, "dmn_test");
  await site.sql`update channels set deleted_at = now() where id = ${channelId}`;
  const [item] = await site.sql<
    { item_id: string }[]
  >`select item_id from lane_items where lane_id = ${channelId}`;
  const started = await startSends(site.sql, { organizationId, channelId }, "dmn_test", [
    item?.item_id ?? "",
  ]);
  expect([...started]).toEqual([]);
});
