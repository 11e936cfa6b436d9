/** Figures of the whole installation are shown to its operator alone. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startParties } from "../access/parties.ts";

let parties: Awaited<ReturnType<typeof startParties>>;
beforeAll(async () => {
  parties = await startParties();
});
afterAll(() => parties.daemon.stop());

test("metrics are the operator's, whatever another organisation's key may do", async () => {
  const { own, foreign } = parties;
  expect((await own.call("GET", "/metrics")).body).toContain("waypost_http_request_seconds");
  const refused = await foreign.call("GET", "/metrics");
  expect([refused.status, refused.body.code]).toEqual([403, "operator_only"]);
});

test("metrics have the size of all files, and how full the fullest organisation is", async () => {
  const { daemon, own, foreign } = parties;
  await daemon.sql`
    insert into media_usage (organization_id, bytes)
    values (${own.organizationId}, 50000000000), (${foreign.organizationId}, 1500000000)`;
  await daemon.sql`update organizations set most_media_gb = 2 where organization_id = ${foreign.organizationId}`;
  const { body } = await own.call("GET", "/metrics");
  expect(body).toContain("waypost_media_bytes 51500000000\n");
  expect(body).toContain("waypost_media_fullest_share 0.75\n");
});

test("another organisation's diagnostics hold what is its own, and nothing of the installation", async () => {
  const { daemon, foreign } = parties;
  await daemon.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${foreign.organizationId}, 'media', 'ch_x', 'i_2', 'k', now() - interval '1 hour')`;
  const { status, body } = await foreign.call("GET", "/v1/diagnostics");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{
      operator: false,
      database: null,
      migrations: null,
      disk: null,
      conversion: null,
      event_writers: [],
      hosts: [],
      graph_version: null,
      proxies: [],
    },
    media: { bytes: 1_500_000_000, most_bytes: 2_000_000_000 },
    inbound: { waiting: null, oldest_at: null, failed: 0, unassigned: null },
    lanes: [{ lane_id: "ch_x" }],
  });
});

test("an organisation becomes the operator's in the database", async () => {
  const { daemon, foreign } = parties;
  await daemon.sql`update organizations set is_operator = true where organization_id = ${foreign.organizationId}`;
  expect((await foreign.call("GET", "/metrics")).status).toBe(200);
});
