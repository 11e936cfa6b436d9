/** A reconnect keeps the Signal sessions: nobody's keys are requested again. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, NUMBER, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

const questions = (about: string) =>
  chat.web.control.received().data.filter(({ tag, parts }) => tag === "iq" && parts.includes(about)).length;

test("somebody written to before is written to after a reconnect without new keys", async () => {
  await chat.sent("text", { body: "Before" }, "read");
  const [keys, devices] = [questions("key"), questions("usync")];
  expect(keys).toBeGreaterThan(0);
  chat.web.control.fault({ fault: "drop", at: "now", number: NUMBER });
  await chat.sent("text", { body: "After" }, "read");
  expect(questions("usync")).toBeGreaterThan(devices);
  expect(questions("key")).toBe(keys);
});
