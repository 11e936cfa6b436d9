import { afterAll, beforeAll, expect, test } from "bun:test";
import { findMissingFields } from "../../daemon/onboarding/missing-fields.ts";
import { createCloudApiProvider } from "../../daemon/providers/cloud-api/provider.ts";
import { inUse } from "../../daemon/providers/registry.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { caller, makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { graphVersion } from "../support/graph-version.ts";
import { until } from "../support/until.ts";
import { control } from "../templates/support.ts";

let waypost: OwnDaemon;
const web = Bun.serve({ port: 0, fetch: () => new Response("no", { status: 404 }) });
beforeAll(async () => {
  const { appId } = SANDBOX_DEFAULTS;
  const config = { appId, home: import.meta.dir, webSocketUrl: `ws://127.0.0.1:${web.port}/ws/chat` };
  waypost = await startTestDaemon({ config });
});
afterAll(async () => {
  await waypost.stop();
  await web.stop();
});

const diagnostics = async () => (await waypost.call("GET", "/v1/diagnostics")).body;

test("the database, its migrations, the disk and the hosts outside are looked at", async () => {
  const { database, migrations, disk, hosts, graph_version, lanes } = await diagnostics();
  expect(database.version_number).toBeGreaterThanOrEqual(150_000);
  expect(database.connections).toBeLessThanOrEqual(database.max_connections);
  expect(Math.abs(Date.parse(database.now) - Date.now())).toBeLessThan(60_000);
  expect(migrations).toMatchObject({ missing: [], unknown: [] });
  expect(disk.free_bytes).toBeLessThan(disk.total_bytes);
  expect(lanes).toEqual([]);
  expect(graph_version.version).toBe(graphVersion());
  expect(hosts).toMatchObject([
    { name: "graph", host: new URL(waypost.sandbox.url).host, error: null },
    { name: "web", host: `127.0.0.1:${web.port}`, error: null },
  ]);
});

test("webhook fields that the Meta app is not subscribed to are named", async () => {
  expect((await diagnostics()).webhook_fields).toEqual({ missing: [], error: null });
  await control(waypost, "webhook_fields", { without: ["business_username_updates", "standby", "flows"] });
  // flows are not read
  const missing = ["standby", "business_username_updates"];
  expect((await diagnostics()).webhook_fields).toEqual({ missing, error: null });
  await control(waypost, "webhook_fields", { without: [] });
});

test("webhook fields are asked for only with an app, and a refusal is no finding of missing ones", async () => {
  const { appId: id } = SANDBOX_DEFAULTS;
  const foundBy = (app: { id: string; secret: string } | null) =>
    findMissingFields(inUse({ official: createCloudApiProvider(waypost.config.graphUrl, app) }, true));
  expect(await foundBy(null)).toBeNull();
  const error = expect.stringContaining("Invalid OAuth access token");
  expect(await foundBy({ id, secret: "wrong" })).toEqual({ missing: [], error });
});

test("the size and the quota of the organisation's files are reported", async () => {
  expect((await diagnostics()).media).toEqual({ bytes: 0, most_bytes: 100_000_000_000 });
  await waypost.sql`insert into media_usage (organization_id, bytes) values (${waypost.organizationId}, 12345)`;
  await waypost.sql`update organizations set most_media_gb = 0`;
  expect((await diagnostics()).media).toEqual({ bytes: 12_345, most_bytes: null });
});

test("a lane in which something waits is reported", async () => {
  // alive for longer than the test
  await waypost.sql`insert into daemons (id, heartbeat_at) values ('another daemon', now() + interval '1 hour')`;
  await waypost.sql`
    insert into lanes (organization_id, kind, lane_id, owner)
    values (${waypost.organizationId}, 'channel', ${waypost.channelId}, 'another daemon')`;
  await waypost.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${waypost.organizationId}, 'channel', ${waypost.channelId}, 'i_1', 'k', now() - interval '1 hour')`;
  expect((await diagnostics()).lanes).toMatchObject([
    { kind: "channel", lane_id: waypost.channelId, owned: true },
  ]);
});

test("the lanes that have waited longest come first", async () => {
  const waited = [3, 30, 2, 10].map((minutes) => ({
    ...{ organization_id: waypost.organizationId, kind: "media", lane_id: `ch_${minutes}`, order_key: "k" },
    ...{ item_id: `i_${minutes}`, due_at: new Date(Date.now() - minutes * 60_000) },
  }));
  const paused = waited.map(({ organization_id, kind, lane_id }) => ({
    ...{ organization_id, kind, lane_id, paused_until: new Date(Date.now() + 3600_000) },
  }));
  await waypost.sql`insert into lanes ${waypost.sql(paused)}`;
  await waypost.sql`insert into lane_items ${waypost.sql(waited)}`;
  const { lanes } = await diagnostics();
  const ids = lanes.map(({ lane_id }: { lane_id: string }) => lane_id);
  expect(ids.filter((id: string) => /^ch_\d+$/.test(id))).toEqual(["ch_30", "ch_10", "ch_3", "ch_2"]);
  await waypost.sql`delete from lane_items where lane_id = any (${paused.map(({ lane_id }) => lane_id)})`;
});

test("a lane that could go, but that no daemon works on, is reported as such", async () => {
  const waits = async () =>
    (await diagnostics()).lanes.find((lane: { lane_id: string }) => lane.lane_id === "ch_x");
  await waypost.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${waypost.organizationId}, 'media', 'ch_x', 'i_2', 'k', now() - interval '1 hour')`;
  // a daemon that looks for lost wake-ups has it for an instant
  await until(async () => (await waits()).unattended);
  await waypost.sql`
    insert into lanes (organization_id, kind, lane_id, paused_until)
    values (${waypost.organizationId}, 'media', 'ch_x', now() + interval '1 hour')
    on conflict (organization_id, kind, lane_id) do update set owner = null, paused_until = excluded.paused_until`;
  expect(await waits()).toMatchObject({ owned: false, unattended: false });
});

test("a key without every permission, or for some channels, is refused", async () => {
  for (const key of [await makeKey(waypost, ["channels:read"]), await makeKey(waypost, ["*"], ["ch_1"])]) {
    expect((await caller(waypost.url, key)("GET", "/v1/diagnostics")).status).toBe(403);
  }
});
