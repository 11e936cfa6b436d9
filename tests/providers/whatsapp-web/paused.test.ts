/** A paired number whose owner paused sending. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

const pause = (paused: boolean) =>
  chat.daemon.call("PATCH", `/v1/channels/${chat.channelId}`, { settings: { paused } });

const textsOf = (number: string) =>
  chat
    .people()
    .messages(number)
    .map(({ text }) => text);

test("it stays connected and takes what comes, sends nothing, and then sends it", async () => {
  const stranger = "491700000009";
  await pause(true);
  const id = await chat.send("text", { body: "Later" }, stranger);
  await chat.receive("text", { body: "Anybody there?" }, stranger);
  await eventually("the lane to be let go of", async () => {
    const [lane] = await chat.daemon.sql`select from lanes where kind = 'channel' and owner is not null`;
    return lane === undefined ? true : null;
  });
  expect((await chat.daemon.call("GET", `/v1/messages/${id}`)).body.status).toBe("queued");
  expect(textsOf(stranger)).toEqual(["Anybody there?"]);
  await pause(false);
  await chat.daemon.until(id, "delivered", "read");
  expect(textsOf(stranger)).toEqual(["Anybody there?", "Later"]);
});
