/** A phone's history from before it was paired, from the phone to the contacts. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { proto } from "baileys";
import { eventually } from "../../../support/until.ts";
import { type Chat, NUMBER, startChat } from "../chat.ts";

const WEEK = 7 * 86_400;
const PEOPLE = 1000;
const FIRST = 491_710_000_000;

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** People who wrote enough for their history to come as a file. */
function past(count: number, first = FIRST) {
  return Array.from({ length: count }, (_, index) => ({
    number: String(first + index),
    name: `Person ${first + index}`,
    text: `This was long ago, ${crypto.randomUUID()}. `.repeat(5),
    times: 5,
    ...(index === 0 && { disappearing: WEEK }),
  }));
}

async function untilKnown(count: number, first = FIRST): Promise<void> {
  const pattern = `Person ${String(first).slice(0, 6)}%`;
  await eventually(`${count} people`, async () => {
    const rows = await chat.daemon.sql`select 1 from contacts where name like ${pattern}`;
    return rows.length === count ? rows : null;
  });
}

/** The messages that were decrypted and are not dealt with. */
async function unsettled(): Promise<number> {
  const rows = await chat.daemon.sql`select 1 from web_session_keys where category = 'arrived'`;
  return rows.length;
}

test("a history of thousands of messages makes contacts of all who are in it, and no events", async () => {
  chat.people().addHistory(NUMBER, past(PEOPLE));
  await untilKnown(PEOPLE);
  const [paired] = await chat.daemon.sql`
    select count(distinct contact_id)::int as count from contact_identities as phone
    join contact_identities as lid using (organization_id, contact_id)
    where phone.type = 'phone' and lid.type = 'lid' and phone.value like '49171%'`;
  expect(paired?.count).toBe(PEOPLE);
  expect(await chat.events("contact.updated")).toEqual([]);
  await eventually("an end", async () => ((await unsettled()) === 0 ? true : null));
});

test("messages to a chat of the history disappear as its messages do", async () => {
  const { provider_message_id: id } = await chat.daemon.until(
    await chat.send("text", { body: "Good morning" }, String(FIRST)),
    "read",
    "failed",
  );
  const { raw } = await chat.onPhone(id, String(FIRST));
  const { extendedTextMessage } = proto.Message.decode(Buffer.from(raw, "base64"));
  expect(extendedTextMessage?.contextInfo?.expiration).toBe(WEEK);
});

test("a history whose file can't be had yet is read later, and messages do not wait for it", async () => {
  const first = 491_720_000_000;
  chat.people().mediaFaults.add({ at: "download", times: 1, status: 503, delayMs: 300 });
  chat.people().addHistory(NUMBER, past(PEOPLE, first));
  await chat.receive("text", { body: "Meanwhile" });
  await untilKnown(PEOPLE, first);
});

test("a history whose file is gone is given up", async () => {
  chat.people().mediaFaults.add({ at: "download", times: 1, status: 404 });
  chat.people().addHistory(NUMBER, past(PEOPLE, 491_730_000_000));
  chat.people().addHistory(NUMBER, [{ number: "491740000001", name: "Person 491740000001" }]);
  await untilKnown(1, 491_740_000_000);
  await eventually("an end", async () => ((await unsettled()) === 0 ? true : null));
});

test("a history that was not read when the number disconnected is read when it is connected again", async () => {
  const first = 491_750_000_000;
  const { call } = chat.daemon;
  chat.people().mediaFaults.add({ at: "download", times: 1, delayMs: 60_000 });
  chat.people().addHistory(NUMBER, past(PEOPLE, first));
  await eventually("the notification", async () => ((await unsettled()) === 1 ? true : null));
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  await untilKnown(PEOPLE, first);
});
