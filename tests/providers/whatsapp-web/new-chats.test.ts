/** WhatsApp limits how many chats a number begins in a month: a warning holds nothing, and a used up limit nobody who wrote. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { limitOf } from "../../../daemon/sandbox/whatsapp-web/memory/new-chats.ts";
import { untilStatus } from "../../gateway/support.ts";
import { eventually } from "../../support/until.ts";
import { type Chat, NUMBER, startChat } from "./chat.ts";

const TOTAL = 50;
/** How many people are written to first on each day of the cycle. */
const PER_DAY = 15;

let chat: Chat;
let met = 0;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const limit = (total: number | null, used = 0, cycle_seconds = 3600) =>
  chat.web.control.restrict(NUMBER, { newChats: limitOf({ total, used, cycle_seconds }, new Date()) });
const limits = async () => (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}/limits`)).body;
const newChats = (status: string) =>
  eventually(`a number that is ${status}`, async () => {
    const { new_chats } = await limits();
    return new_chats?.status === status ? new_chats : null;
  });
const stranger = () => String(491_720_000_000 + ++met);
const writeFirst = () => chat.send("text", { body: "Hello" }, stranger());
const untilRead = async (ids: readonly string[]) => {
  for (const id of ids) await chat.daemon.until(id, "read");
};
const copiesOf = (to: string) =>
  chat
    .people()
    .messages(to)
    .map(({ copies }) => copies);

/** A day: people are written to first, and one who wrote is answered. */
async function day(): Promise<string[]> {
  await chat.receive("text", { body: "I know you" });
  const ids = await Promise.all(Array.from({ length: PER_DAY }, writeFirst));
  await chat.sent("text", { body: "An answer" }, "read");
  return ids;
}

test("twenty days of a cycle: a warning on the third, a limit that is used up, and a notice that lifts it", async () => {
  limit(TOTAL);
  for (const _ of [1, 2]) await untilRead(await day());
  expect(await newChats("NONE")).toMatchObject({ total: TOTAL });
  await untilRead(await day());
  const warned = await newChats("SECOND_WARNING");
  expect(warned).toMatchObject({ total: TOTAL, used: 45 });
  expect((await limits()).restrictions).toEqual([]);
  const channel = (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}`)).body;
  expect(channel.status).toBe("connected");
  expect(channel.status_reason).toStartWith("new_chats_warned: ");

  const fourth = await day();
  const { cycle_end } = await newChats("CAPPED");
  const ends = await Promise.all(fourth.map((id) => chat.daemon.until(id, "read", "scheduled", "failed")));
  const held = ends.filter(({ status }) => status === "scheduled");
  expect(ends.filter(({ status }) => status === "read")).toHaveLength(TOTAL - 45);
  for (const one of held) expect(one.held).toEqual({ reason: "new_chats_used_up", until: cycle_end });
  const later = [];
  for (let n = 5; n < 20; n += 1) {
    later.push(await writeFirst());
    await chat.sent("text", { body: `Day ${n}` }, "read");
  }

  limit(1000, TOTAL);
  await untilRead([...held.map(({ id }) => id), ...later]);
  await newChats("NONE");
  await untilRead(await day());
  expect((await limits()).restrictions).toEqual([]);
  for (let n = 1; n <= met; n += 1)
    expect(copiesOf(String(491_720_000_000 + n)).every((copies) => copies === 1)).toBe(true);
});

test("the lock of an account and its limit hold each for themselves", async () => {
  await newChats("NONE");
  limit(1, 1);
  await newChats("CAPPED");
  // the lane may hear of it a moment later than it is written
  const id = await eventually("a message that waits", async () => {
    const ended = await chat.daemon.until(await writeFirst(), "scheduled", "failed");
    return ended.held?.reason === "new_chats_used_up" ? String(ended.id) : null;
  });
  const lock = new Date((Math.floor(Date.now() / 1000) + 7200) * 1000);
  chat.web.control.restrict(NUMBER, { lockedUntil: lock.toISOString() });
  await untilStatus(chat.daemon.call)(chat.channelId, "restricted");
  expect((await limits()).restrictions).toMatchObject([
    { reason: "new_chats_used_up" },
    { reason: "new_chats_locked", until: lock.toISOString() },
  ]);
  chat.web.control.restrict(NUMBER, { lockedUntil: null });
  await untilStatus(chat.daemon.call)(chat.channelId, "connected");
  expect((await limits()).restrictions).toMatchObject([{ reason: "new_chats_used_up" }]);
  expect((await chat.daemon.call("GET", `/v1/messages/${id}`)).body.status).toBe("scheduled");
  limit(null);
  await chat.daemon.until(id, "read");
  await newChats("NONE");
});

test("a limit that was used up while nobody said so is asked about after 463, and ends with its cycle", async () => {
  const { call } = chat.daemon;
  const newChats = limitOf({ total: 1, used: 1, cycle_seconds: 6 }, new Date());
  chat.web.control.restrict(NUMBER, { newChats }, false);
  const failed = await chat.daemon.until(await writeFirst(), "failed");
  expect(failed.error).toMatchObject({ provider_code: "463" });
  const waiting = await writeFirst();
  const { held } = await chat.daemon.until(waiting, "scheduled", "read");
  expect(held?.reason ?? "new_chats_used_up").toBe("new_chats_used_up");
  await chat.daemon.until(waiting, "read");
  expect((await call("GET", `/v1/messages/${waiting}`)).body.attempts).toBe(1);
});

test("it is asked about at the next connection", async () => {
  const { call } = chat.daemon;
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await untilStatus(call)(chat.channelId, "disconnected");
  limit(5, 5);
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  await newChats("CAPPED");
  chat.web.control.restrict(NUMBER, { capping: "FIRST_WARNING" });
  await newChats("FIRST_WARNING");
  expect((await limits()).restrictions).toEqual([]);
});
