/** Every daemon reports the inbound backlog. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { change, PHONE, post } from "./support.ts";

const waypost = sharedDaemon();

const metric = async (name: string) => {
  const { body } = await waypost.call("GET", "/metrics");
  return Number(new RegExp(`^waypost_inbound_${name} (.*)$`, "m").exec(body)?.[1]);
};

test("a call that has waited for a minute makes health degraded, and is in metrics and diagnostics", async () => {
  const health = async () => (await waypost.call("GET", "/v1/health")).body;
  expect(await health()).toMatchObject({ status: "ok", checks: { inbound: "ok" } });
  // another daemon took it and froze
  await waypost.sql`
    insert into inbound_routes (route, claim, claimed_until)
    values (${`number:${PHONE.id}`}, gen_random_uuid(), now() + interval '1 hour')`;
  await post(waypost, change({ messages: [] }));
  const body = change({ statuses: [{ id: "wamid.x", status: "read", timestamp: "1763717400" }] });
  expect((await post(waypost, body)).status).toBe(200);
  await waypost.sql`update provider_webhooks set received_at = now() - interval '5 minutes'`;
  await until(async () => (await health()).status !== "ok");
  expect(await health()).toMatchObject({
    status: "degraded",
    checks: { postgres: "ok", inbound: "failing" },
  });
  expect([await metric("waiting"), (await metric("oldest_seconds")) >= 300]).toEqual([1, true]);
  const { inbound } = (await waypost.call("GET", "/v1/diagnostics")).body;
  expect(inbound).toMatchObject({ waiting: 1, oldest_at: expect.any(String), failed: 0, unassigned: 0 });
  await waypost.sql`update inbound_routes set claimed_until = now()`;
  await until(async () => (await health()).status === "ok");
  expect(await metric("waiting")).toBe(0);
});
