/** Messages made to do harm: they are stored as they are, and nothing behind them is held up. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually, until } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterAll(() => chat.stop());

/** Messages that were decrypted and not made sense of. */
async function unsettled(): Promise<number> {
  const [row] = await chat.daemon.sql`
    select count(*)::integer as count from web_session_keys where category = 'arrived'`;
  return row?.count;
}

/** A message that can't be decrypted at first, since the phone began a new session, is read when it comes again. */
async function goesOn(): Promise<void> {
  const id = await chat.people().send(ADA, { kind: "text", content: { body: "Afterwards" }, to: NUMBER });
  await eventually("what is behind it", async () => {
    const { content } = await chat.record(id);
    return content.body === "Afterwards" ? true : null;
  });
}

test("the answer to a form that is nested without end is taken without it", async () => {
  const params = "[".repeat(20_000) + "]".repeat(20_000);
  const { content } = await chat.receive("flow_reply", { params });
  expect(content).toMatchObject({ type: "nfm_reply", response: null });
  await goesOn();
});

test.each([3000, 6000, 12_000, 50_000])("a text that quotes %d deep holds nothing up", async (levels) => {
  await chat.people().send(ADA, { kind: "nested", to: NUMBER, content: { levels } });
  await goesOn();
});

/** How many more copies of a message are requested. */
const MOST_COPIES = 5;

test("a payload that is no message is forgotten when the session connects again", async () => {
  const garbled = await chat.people().send(ADA, { kind: "garbled", to: NUMBER });
  const requests = () =>
    chat.web.control.received().data.filter(({ id, type }) => id === garbled && type === "retry");
  await until(() => requests().length === MOST_COPIES);
  expect(await unsettled()).toBeGreaterThan(0);
  await chat.web.control.restart({ keep: true });
  await eventually("end of it", async () => ((await unsettled()) === 0 ? true : null));
  await goesOn();
});

test("names that Postgres can't hold are cut down to what it can", async () => {
  const { content } = await chat.receive("document", { file_name: "a\u0000b\ud800.pdf" });
  expect(content.file_name).toBe("ab\ufffd.pdf");
  await goesOn();
});
