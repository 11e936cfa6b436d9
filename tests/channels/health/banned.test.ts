/** A real daemon and a sandbox that bans: a number that writes to strangers is warned of before it is lost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startHealthWatch } from "../../../daemon/channels/health/watch.ts";
import { createLog } from "../../../daemon/lib/log.ts";
import { untilStatus } from "../../gateway/support.ts";
import { AT_ONCE, type Chat, NUMBER, startChat } from "../../providers/whatsapp-web/chat.ts";
import { eventually, until } from "../../support/until.ts";

/** Chance plays no part, and a ban comes with the seventy-first chat. */
const BANS = { trust: [1, 1] as [number, number], patience: 11, ban_chance: 0, restricted_chance: 0 };
const WARNED = 45;
const MOST = 90;

let chat: Chat;
let stopWatch: () => Promise<void>;
beforeAll(async () => {
  chat = await startChat(AT_ONCE, undefined, { bans: BANS });
  const { sql } = chat.daemon;
  stopWatch = startHealthWatch({ sql, log: createLog("silent") }, { everySeconds: 0, lookMs: 100 });
});
afterAll(async () => {
  await stopWatch();
  await chat.stop();
});

const channel = async () => (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}`)).body;

/** Writes to people who never wrote, one after the other. */
async function approach(from: number, to: number): Promise<string[]> {
  const people = Array.from({ length: to - from }, (_, n) => `49171000${1000 + from + n}`);
  return await Promise.all(people.map((person) => chat.send("text", { body: "An offer" }, person)));
}

test("cold messages that nobody answers lower the score, which says so before the ban", async () => {
  await until(async () => (await channel()).health_score === 100);
  for (const id of await approach(0, WARNED)) await chat.daemon.until(id, "sent", "delivered", "read");
  const warning = await eventually("the warning", async () => {
    const told = await chat.events("channel.health_changed");
    return told.findLast(({ level }) => level !== "good");
  });
  expect(warning).toMatchObject({ channel_id: chat.channelId, previous: "good" });
  expect(warning.score).toBeLessThan(80);
  expect(chat.web.control.bans().isBanned(NUMBER)).toBe(false);
  expect((await channel()).status).toBe("connected");

  await approach(WARNED, MOST);
  await untilStatus(chat.daemon.call)(chat.channelId, "logged_out");
  expect((await channel()).status_reason).toEndWith("(401)");
  expect(chat.web.control.bans().all()).toMatchObject([{ number: NUMBER, banned_at: expect.any(String) }]);
});

test("its phone links nothing any more, and the lost login is among what lowers the score", async () => {
  await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  const { body } = await chat.daemon.call("GET", `/v1/channels/${chat.channelId}/qr?wait=20`);
  await expect(chat.web.control.scan(NUMBER, body.qr)).rejects.toThrow("is banned");
  await until(async () => {
    const health = (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}/health`)).body;
    return health.parts.find(({ name }: { name: string }) => name === "disconnects").value === 1;
  });
});
