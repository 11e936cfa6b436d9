/**
 * Daemons that stop, die, or take over: a paired number continues without a new QR code, and in one place at a time.
 */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { until } from "../support/until.ts";
import { type GatewaySite, NUMBER, startGatewaySite } from "./site.ts";

let site: GatewaySite;

beforeEach(async () => {
  site = await startGatewaySite();
});

afterEach(async () => {
  setSystemTime();
  await site.stop();
});

/** The devices that the phone's list shows. */
const state = () => site.web.control.phones().find((one) => one.number === NUMBER)?.devices;

test("a gateway that stops keeps the login; the next one connects with it", async () => {
  const first = site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  await first.stop();
  expect((await site.row(id)).owner).toBeNull();
  await site.untilStatus(id, "connecting");
  site.gateway();
  await site.untilStatus(id, "connected");
  expect(state()).toHaveLength(1);
});

test("a session is another gateway's only when its lease has ended, and then has a higher number", async () => {
  const first = site.gateway({ daemonId: "dmn_first" });
  const id = await site.newChannel();
  await site.pair(id);
  const second = site.gateway({ daemonId: "dmn_second" });
  await site.until(id, () => second.isWorking());
  const before = await site.row(id);
  expect([before.owner, second.find(id)]).toEqual(["dmn_first", null]);
  // what a silence of the first one, and of one after it, would bring about
  await site.sql`
    update web_sessions set lease_until = now() - interval '1 second', owner = 'dmn_gone' where channel_id = ${id}`;
  second.look();
  const holders = () => [first, second].filter((gateway) => gateway.find(id)?.socket() != null);
  await site.until(id, () => holders().length === 1 && holders()[0]?.find(id) !== null);
  await until(async () => (await site.row(id)).fence !== before.fence);
  await site.untilStatus(id, "connected");
  const after = await site.row(id);
  expect(after.fence).toBe(before.fence + 1);
  expect(["dmn_first", "dmn_second"]).toContain(after.owner ?? "");
  await site.until(id, () => holders().length === 1);
});

test("a gateway that did not trust its lease any more takes the session up again, with a higher number", async () => {
  const gateway = site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  const { fence } = await site.row(id);
  // the machine slept: nobody else wanted the session meanwhile
  setSystemTime(Date.now() + 60_000);
  await site.until(id, () => gateway.find(id)?.socket() == null);
  setSystemTime();
  await site.until(id, () => gateway.find(id)?.socket() != null);
  expect(await site.row(id)).toMatchObject({ fence: fence + 1, owner: expect.any(String) });
  await site.untilStatus(id, "connected");
});

test("the keys of a session that was taken over are not written by the late daemon", async () => {
  const first = site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  const late = first.find(id);
  await site.sql`update web_sessions set fence = fence + 1, owner = 'dmn_other' where channel_id = ${id}`;
  const keys = () =>
    site.sql`select category, id, value from web_session_keys where channel_id = ${id} order by 1, 2`;
  const before = await keys();
  await late?.settle(["3EB0AAAA"]);
  await site.until(id, () => first.find(id) === null);
  expect(late?.socket()).toBeNull();
  expect(await keys()).toEqual(before);
});

test("a session whose keys were changed by somebody is left as it is, and says so", async () => {
  const first = site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  await first.stop();
  const sealed = (await site.row(id)).credentials as Buffer;
  const changed = Buffer.from(sealed);
  changed[40] = (changed[40] ?? 0) ^ 1;
  await site.sql`update web_sessions set credentials = ${changed} where channel_id = ${id}`;
  site.gateway();
  const channel = await site.untilStatus(id, "degraded");
  expect(channel.status_reason).toBe("its keys can't be read; see the log");
  expect((await site.row(id)).credentials).toEqual(changed);
  expect(state()).toHaveLength(1);
});

test("logging out removes the device from the phone, and every key", async () => {
  site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  await site.disconnect(id, "logout");
  const channel = await site.untilStatus(id, "logged_out");
  expect(channel.status_reason).toBe("logged out on request");
  expect(state()).toBeEmpty();
  expect(await site.row(id)).toMatchObject({ paired: false, credentials: null, wanted: "off" });
});

test("a deleted session is logged out, and no row of it stays", async () => {
  site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  await site.disconnect(id, "delete");
  await site.until(id, () => state()?.length === 0);
  const left = () =>
    site.sql`select from web_sessions where channel_id = ${id} union all select from web_session_keys where channel_id = ${id}`;
  await until(async () => (await left()).length === 0);
});

test("disconnecting keeps the login", async () => {
  site.gateway();
  const id = await site.newChannel();
  await site.pair(id);
  await site.disconnect(id, "off");
  await site.untilStatus(id, "disconnected");
  await site.connect(id);
  await site.untilStatus(id, "connected");
  expect(state()).toHaveLength(1);
});
