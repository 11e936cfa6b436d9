/** Daemons that stop, die, or take over: a paired number goes on without a new QR code, and in one place at a time. */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { type Ground, NUMBER, startGround } from "./ground.ts";

let ground: Ground;

beforeEach(async () => {
  ground = await startGround();
});

afterEach(async () => {
  setSystemTime();
  await ground.stop();
});

/** The devices that the phone's list shows. */
const state = () => ground.web.control.phones().find((one) => one.number === NUMBER)?.devices;

test("a gateway that stops keeps the login; the next one connects with it", async () => {
  const first = ground.gateway();
  const id = await ground.newChannel();
  await ground.pair(id);
  await first.stop();
  expect((await ground.row(id)).owner).toBeNull();
  await ground.until(id, ({ channel }) => channel.status === "connecting");
  ground.gateway();
  await ground.untilStatus(id, "connected");
  expect(state()).toHaveLength(1);
});

test("a session is another gateway's only when its lease has ended, and then has a higher number", async () => {
  const first = ground.gateway({ daemonId: "dmn_first" });
  const id = await ground.newChannel();
  await ground.pair(id);
  const second = ground.gateway({ daemonId: "dmn_second" });
  await ground.until(id, () => second.isWorking());
  const before = await ground.row(id);
  expect([before.owner, second.find(id)]).toEqual(["dmn_first", null]);
  // what a silence of the first one, and of one after it, would bring about
  await ground.sql`
    update web_sessions set lease_until = now() - interval '1 second', owner = 'dmn_gone' where channel_id = ${id}`;
  second.look();
  const holders = () => [first, second].filter((gateway) => gateway.find(id)?.socket() != null);
  await ground.until(id, () => holders().length === 1 && holders()[0]?.find(id) !== null);
  while ((await ground.row(id)).fence === before.fence) await Bun.sleep(10);
  await ground.untilStatus(id, "connected");
  const after = await ground.row(id);
  expect(after.fence).toBe(before.fence + 1);
  expect(["dmn_first", "dmn_second"]).toContain(after.owner ?? "");
  await ground.until(id, () => holders().length === 1);
});

test("a gateway that did not trust its lease any more takes the session up again, with a higher number", async () => {
  const gateway = ground.gateway();
  const id = await ground.newChannel();
  await ground.pair(id);
  const { fence } = await ground.row(id);
  // the machine slept: nobody else wanted the session meanwhile
  setSystemTime(Date.now() + 60_000);
  await ground.until(id, () => gateway.find(id)?.socket() == null);
  setSystemTime();
  await ground.until(id, () => gateway.find(id)?.socket() != null);
  expect(await ground.row(id)).toMatchObject({ fence: fence + 1, owner: expect.any(String) });
  await ground.untilStatus(id, "connected");
});

test("the keys of a session that was taken over are not written by the late daemon", async () => {
  const first = ground.gateway();
  const id = await ground.newChannel();
  await ground.pair(id);
  const late = first.find(id);
  await ground.sql`update web_sessions set fence = fence + 1, owner = 'dmn_other' where channel_id = ${id}`;
  const keys = () =>
    ground.sql`select category, id, value from web_session_keys where channel_id = ${id} order by 1, 2`;
  const before = await keys();
  await late?.settle(["3EB0AAAA"]);
  await ground.until(id, () => first.find(id) === null);
  expect(late?.socket()).toBeNull();
  expect(await keys()).toEqual(before);
});

test("a session whose keys were changed by somebody is left as it is, and says so", async () => {
  const first = ground.gateway();
  const id = await ground.newChannel();
  await ground.pair(id);
  await first.stop();
  const sealed = (await ground.row(id)).credentials as Buffer;
  const changed = Buffer.from(sealed);
  changed[40] = (changed[40] ?? 0) ^ 1;
  await ground.sql`update web_sessions set credentials = ${changed} where channel_id = ${id}`;
  ground.gateway();
  const channel = await ground.untilStatus(id, "degraded");
  expect(channel.status_reason).toBe("its keys can't be read; see the log");
  expect((await ground.row(id)).credentials).toEqual(changed);
  expect(state()).toHaveLength(1);
});

test("logging out removes the device from the phone, and every key", async () => {
  ground.gateway();
  const id = await ground.newChannel();
  await ground.pair(id);
  await ground.disconnect(id, "logout");
  const channel = await ground.untilStatus(id, "logged_out");
  expect(channel.status_reason).toBe("logged out on request");
  expect(state()).toBeEmpty();
  expect(await ground.row(id)).toMatchObject({ paired: false, credentials: null, wanted: "off" });
});

test("a session that is to be deleted is logged out, and no row of it stays", async () => {
  ground.gateway();
  const id = await ground.newChannel();
  await ground.pair(id);
  await ground.disconnect(id, "delete");
  await ground.until(id, () => state()?.length === 0);
  const left = () =>
    ground.sql`select from web_sessions where channel_id = ${id} union all select from web_session_keys where channel_id = ${id}`;
  while ((await left()).length > 0) await Bun.sleep(10);
});

test("disconnecting keeps the login", async () => {
  ground.gateway();
  const id = await ground.newChannel();
  await ground.pair(id);
  await ground.disconnect(id, "off");
  await ground.untilStatus(id, "disconnected");
  await ground.connect(id);
  await ground.untilStatus(id, "connected");
  expect(state()).toHaveLength(1);
});
