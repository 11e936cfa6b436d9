/** Daemons with one role each, on one database: what each does, and what they say of the roles that are missing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { healthFindings } from "../../cli/commands/doctor/daemon.ts";
import type { Role } from "../../daemon/config/roles.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { type PairingSite, startPairingSite } from "../gateway/support.ts";
import { caller } from "../support/daemon.ts";
import { until } from "../support/until.ts";

const CUSTOMER = "14155570801";

let site: PairingSite;
const others: Daemon[] = [];
beforeAll(async () => {
  site = await startPairingSite({ config: { role: ["api"] } });
});
afterAll(async () => {
  for (const daemon of others) await daemon.stop();
  await site.stop();
});

const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

async function startAnother(role: Role[]): Promise<Daemon> {
  const { config, databaseUrl, secrets } = site.daemon;
  const log = createLog(config.logLevel);
  const daemon = await startDaemon({ config: { ...config, role }, databaseUrl, secrets, log });
  others.push(daemon);
  return daemon;
}

async function send(channelId: string): Promise<string> {
  const message = { channel_id: channelId, to: CUSTOMER, type: "text", content: { body: "Hello" } };
  const { status, body } = await site.daemon.call("POST", "/v1/messages", message);
  expect(status).toBe(201);
  return body.id;
}

const ownerRoles = async (laneId: string) => {
  const rows = await site.daemon.sql`
    select roles from lanes join daemons on daemons.id = lanes.owner where lane_id = ${laneId}`;
  return rows.map(({ roles }) => roles);
};

test("without a worker, what is accepted waits; readiness and doctor say what is missing", async () => {
  const id = await send(site.daemon.channelId);
  const missing = {
    role: "worker",
    detail:
      "No daemon with the role worker is running: nothing is sent or delivered, except by paired numbers.",
    hint: "Start one: waypostd --role worker",
  };
  const ready = await get(`${site.daemon.url}/v1/ready`);
  expect(ready).toEqual({
    status: 200,
    body: { ready: true, roles: ["api"], missing_roles: [missing] },
  });
  const { body: health } = await site.daemon.call("GET", "/v1/health");
  expect(health).toMatchObject({ status: "degraded", checks: { worker: "failing", gateway: "off" } });
  const findings = healthFindings(health, 1).filter(({ status }) => status === "problem");
  expect(findings).toEqual([
    { check: "roles", status: "problem", found: missing.detail, advice: missing.hint },
  ]);
  expect(await site.daemon.sql`select from lanes where owner is not null`).toHaveLength(0);
  const worker = await startAnother(["worker"]);
  await site.daemon.until(id, "read");
  expect(await get(`${worker.url}/v1/ready`)).toEqual({
    status: 200,
    body: { ready: true, roles: ["worker"], missing_roles: [] },
  });
});

test("a daemon without the role api serves nothing of the API", async () => {
  const [worker] = others;
  const call = caller(worker?.url ?? "", site.daemon.key);
  for (const path of ["/v1/messages", "/docs", "/v1/providers/whatsapp/webhook"]) {
    const { status, body } = await call("GET", path);
    expect([status, body.code]).toEqual([421, "no_api_here"]);
  }
  expect((await call("GET", "/metrics")).status).toBe(200);
});

test("a paired number is held, and its lane drained, by the gateway alone", async () => {
  const channelId = await site.newChannel();
  await site.daemon.call("POST", `/v1/channels/${channelId}/connect`, {});
  await until(async () => {
    const { body } = await site.daemon.call("GET", "/v1/ready");
    return body.missing_roles[0]?.role === "gateway";
  });
  await startAnother(["gateway"]);
  await site.pair(channelId);
  const id = await send(channelId);
  await site.daemon.until(id, "sent", "delivered", "read");
  const { daemon_id } = (
    await site.daemon.sql`select daemon_id from message_attempts where message_id = ${id}`
  )[0] as { daemon_id: string };
  const [sender] = await site.daemon.sql`select roles from daemons where id = ${daemon_id}`;
  expect(sender?.roles).toEqual(["gateway"]);
  for (const roles of await ownerRoles(channelId)) expect(roles).toEqual(["gateway"]);
  const lookup = await site.daemon.call("POST", `/v1/channels/${channelId}/contacts/lookup`, {
    phones: [CUSTOMER],
  });
  expect(lookup.status).toBeLessThan(300);
});

test("a daemon that drains is not ready at once, answers what still comes, and leaves nothing held", async () => {
  const both = await startAnother(["api", "worker"]);
  const stopped = both.stop({ drainSeconds: 2 });
  expect(await get(`${both.url}/v1/ready`)).toMatchObject({ status: 503, body: { reason: "stopping" } });
  const answer = await caller(both.url, site.daemon.key)("GET", "/v1/channels");
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  await stopped;
  expect(fetch(`${both.url}/v1/ready`)).rejects.toThrow();
  others.splice(others.indexOf(both), 1);
  const left = await site.daemon.sql`select roles from daemons where roles = '{api,worker}'`;
  expect(left).toHaveLength(0);
});
