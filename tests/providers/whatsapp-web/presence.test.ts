/** Presence: what is shown to people, and what they show. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

test("presence is shown for its time, then paused", async () => {
  const seen: unknown[] = [];
  const unwatch = chat
    .people()
    .watch(ADA, (event) => void (event.type === "chatstate" && seen.push(event.presence)));
  await chat.sent("presence", { presence: "composing", duration_ms: 20 }, "sent");
  await eventually("pause", async () => (seen.length >= 2 ? true : null));
  unwatch();
  expect(seen.slice(0, 2)).toEqual(["composing", "paused"]);
});

const presenceOf = (person: string, channel = chat.channelId) =>
  chat.daemon.call("GET", `/v1/channels/${channel}/presence/${encodeURIComponent(person)}`);

test("somebody's presence is what they show of themselves, and the number is there meanwhile", async () => {
  const own: string[] = [];
  const stop = chat
    .people()
    .watch(NUMBER, (event) => void (event.type === "presence" && own.push(event.presence)));
  expect((await presenceOf(`+${ADA}`)).body).toEqual({
    ...{ person: `+${ADA}`, presence: "available", last_seen_at: null },
  });
  chat.people().presence(ADA, NUMBER, "composing");
  expect((await presenceOf(ADA)).body.presence).toBe("composing");
  chat.people().presence(ADA, NUMBER, "unavailable");
  expect((await presenceOf(ADA)).body).toMatchObject({
    presence: "unavailable",
    last_seen_at: expect.stringMatching(/Z$/),
  });
  const times = await eventually("the end of it", async () => (own.length === 6 ? own : null));
  expect(times).toEqual(Array(3).fill(["available", "unavailable"]).flat());
  stop();
});

test("a number that is shown as there stays so when it asks for somebody's presence", async () => {
  await chat.sent("presence", { presence: "available" }, "sent");
  const own: string[] = [];
  const stop = chat
    .people()
    .watch(NUMBER, (event) => void (event.type === "presence" && own.push(event.presence)));
  expect((await presenceOf(ADA)).status).toBe(200);
  expect(own).toEqual([]);
  stop();
  await chat.sent("presence", { presence: "unavailable" }, "sent");
});

test("who shows nothing has no presence, and official numbers see nobody's", async () => {
  expect((await presenceOf("99999999999@lid")).body).toMatchObject({ presence: null, last_seen_at: null });
  const official = await presenceOf(ADA, chat.daemon.channelId);
  expect([official.status, official.body.code]).toEqual([422, "unsupported_on_platform"]);
  expect((await presenceOf("Ada")).status).toBe(422);
});
