/** Chats whose messages disappear: what is sent there disappears too. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { proto } from "baileys";
import { ADA, type Chat, startChat } from "./chat.ts";
import { type FileServer, startFileServer } from "./file-server.ts";

const DAY = 86_400;
const WEEK = 7 * DAY;

let chat: Chat;
let files: FileServer;
beforeAll(async () => {
  chat = await startChat();
  files = await startFileServer(chat.web);
});
afterAll(async () => {
  await files.stop();
  await chat.stop();
});

/** After how many seconds a message that is sent disappears from the phone. */
async function expiration(type = "text", content: object = { body: "Good morning" }, to = ADA) {
  const { provider_message_id: id } = await chat.daemon.until(
    await chat.send(type, { ...content }, to),
    "read",
    "failed",
  );
  const { raw } = await chat.onPhone(id, to);
  const bodies = Object.values(proto.Message.toObject(proto.Message.decode(Buffer.from(raw, "base64"))));
  return bodies.map((body) => body?.contextInfo?.expiration ?? 0).find((seconds) => seconds > 0) ?? 0;
}

/** Sends something that makes no record, and waits until what comes after it is one. */
async function settle(seconds: number): Promise<void> {
  await chat.people().send(ADA, { kind: "timer", content: { expires_seconds: seconds } });
  await chat.receive("text", { body: "Behind it" });
}

test("the timer is the one of the chat's messages", async () => {
  expect(await expiration()).toBe(0);
  await chat.receive("text", { body: "Hi", expires_seconds: WEEK });
  expect(await expiration()).toBe(WEEK);
  expect(await expiration("image", { media_url: files.url("/picture.png") })).toBe(WEEK);
  expect(await expiration("text", { body: "Hi" }, "491700000002")).toBe(0);
});

test("the timer is the one that somebody set last, and ends when they end it", async () => {
  await settle(DAY);
  expect(await expiration()).toBe(DAY);
  const { call } = chat.daemon;
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  expect(await expiration()).toBe(DAY);
  await settle(0);
  expect(await expiration()).toBe(0);
});
