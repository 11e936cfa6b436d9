/** The tokens that people get from a number, so that they may be written to. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { type Chat, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

const questions = () =>
  chat.web.control.received().data.filter(({ tag, parts }) => tag === "iq" && parts.includes("tokens"));

test("a person is given a token with the first message, and no other with the next", async () => {
  await chat.sent("text", { body: "Hello" }, "read");
  const given = await eventually("token that was given", async () => {
    const rows = await chat.daemon.sql`select id from web_session_keys where category = 'tctoken'`;
    return rows.length > 0 && rows.map((row) => row.id);
  });
  expect(given).toEqual([expect.stringMatching(/^\d+@lid$/)]);
  await chat.sent("text", { body: "Hello again" }, "read");
  expect(questions()).toHaveLength(1);
});
