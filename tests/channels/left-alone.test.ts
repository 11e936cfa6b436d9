/** Keys of the sandbox never go to WhatsApp, nor WhatsApp's to the sandbox: each daemon leaves the other's channels alone. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { updateChannel } from "../../db/channels/channels.ts";
import { takeDueChecks } from "../../db/channels/checks.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { claimLane, wakeLane } from "../../db/lanes/lanes.ts";
import { syncTargets } from "../../db/templates/syncs.ts";
import {
  claimWhatsAppWebSessions,
  ensureWhatsAppWebSession,
  wantWhatsAppWebSession,
} from "../../db/whatsapp-web/sessions.ts";
import { overdueLanes } from "../support/looks.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

/** A daemon of WhatsApp itself, whose channel is made one of the sandbox and back. */
const waypost = sharedDaemon();
/** As a daemon that runs with the sandbox asks the database. */
let sandbox: Sql;

beforeAll(() => {
  sandbox = connect(waypost.databaseUrl, { max: 1, settings: { "waypost.sandbox": "true" } });
});
afterAll(() => sandbox.end());

const channel = async () => (await waypost.call("GET", `/v1/channels/${waypost.channelId}`)).body;

async function belongs(toSandbox: boolean): Promise<void> {
  await updateChannel(waypost.sql, waypost.organizationId, waypost.channelId, { sandbox: toSandbox });
  // the daemon hears of it
  await eventually("the change", async () => ((await channel()).sandbox === toSandbox ? true : null));
}

const text = { to: "491700000001", type: "text", content: { body: "Hello" } };
const send = async () =>
  await waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, ...text });

test("a channel of the sandbox is shown as disconnected without it, and nothing is accepted for it", async () => {
  expect(await channel()).toMatchObject({ sandbox: false, status: "connected" });
  await belongs(true);
  const reason = expect.stringMatching(/^sandbox: .*--sandbox/);
  const shown = { sandbox: true, status: "disconnected", status_reason: reason };
  expect(await channel()).toMatchObject(shown);
  const { body: overview } = await waypost.call("GET", "/v1/overview");
  expect(overview).toMatchObject({ sandbox: false, channels: [shown] });
  const refused = await eventually("refusal", async () => {
    const answer = await send();
    return answer.status === 202 || answer.status === 201 ? null : answer;
  });
  expect(refused).toMatchObject({ status: 422, body: { code: "channel_left_alone" } });
  const path = `/v1/channels/${waypost.channelId}`;
  expect(await waypost.call("PATCH", path, { access_token: "EAAreal" })).toMatchObject({ status: 422 });
  await belongs(false);
  expect(await channel()).toMatchObject({ sandbox: false, status: "connected", status_reason: null });
});

test("messages that wait for it are sent only once its own daemon runs", async () => {
  const path = `/v1/channels/${waypost.channelId}`;
  await waypost.call("PATCH", path, { settings: { paused: true } });
  // sends are accepted by what the daemon knows of a channel, which it may hear of later
  const message = await eventually("accepted message", async () => {
    const { status, body } = await send();
    return status === 201 ? body : null;
  });
  await belongs(true);
  const lane = { organizationId: waypost.organizationId, kind: "channel", laneId: waypost.channelId };
  await waypost.sql`update lane_items set due_at = now() - interval '1 hour'`;
  expect(await overdueLanes(waypost.sql)).toEqual([]);
  expect(await claimLane(waypost.sql, { ...lane, kind: "media" }, "dmn_real")).toBe(false);
  expect(await claimLane(sandbox, { ...lane, kind: "media" }, "dmn_sandbox")).toBe(true);
  await belongs(false);
  await waypost.call("PATCH", path, { settings: { paused: false } });
  await wakeLane(waypost.sql, lane);
  await waypost.until(message.id, "read");
});

test("it is neither checked, nor are its templates read, nor is it connected", async () => {
  const { organizationId, channelId, sql } = waypost;
  await belongs(true);
  await sql`update channels set check_at = now()`;
  await ensureWhatsAppWebSession(sql, organizationId, channelId, "sealed");
  await wantWhatsAppWebSession(sql, organizationId, channelId, { wanted: "on" });
  const taken = async (as: Sql) => ({
    checks: (await takeDueChecks(as, ["whatsapp_official"], 8)).length,
    accounts: (await syncTargets(as, organizationId, null)).length,
    sessions: (await claimWhatsAppWebSessions(as, "dmn_any", 15_000, 8)).length,
  });
  expect(await taken(sql)).toEqual({ checks: 0, accounts: 0, sessions: 0 });
  expect(await taken(sandbox)).toEqual({ checks: 1, accounts: 1, sessions: 1 });
});
