/** A session that real Baileys paired and used goes on here, without a code, and nobody notices. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openFolder } from "../../../cli/commands/channels/session/folder.ts";
import { untilStatus } from "../../gateway/support.ts";
import { ADA, AT_ONCE, type Chat, startChat } from "../../providers/whatsapp-web/chat.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually } from "../../support/until.ts";
import { startOwnClient } from "./own-client.ts";

const NUMBER = "15557010055";
const GRACE = "491700000002";
const folder = temporaryFolder("auth-info");
let chat: Chat;
let group: string;
let channel: string;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  const own = await startOwnClient(chat.web, folder, NUMBER);
  group = chat.people().createGroup(ADA, "Boats", [NUMBER, GRACE]).id;
  const hears = (text: string) => eventually(text, async () => own.texts.includes(text));
  // one after another: Baileys as it is loses what crosses
  for (const n of [1, 2, 3]) {
    await says(ADA, `before ${n}`);
    await hears(`before ${n}`);
    await own.client.socket.sendMessage(`${ADA}@s.whatsapp.net`, { text: `answer ${n}` });
    await eventually("the answer", async () => heardBy(ADA).includes(`answer ${n}`));
  }
  await says(GRACE, "in the group", group);
  await hears("in the group");
  await own.client.socket.sendMessage(group, { text: "aye" });
  await eventually("the answer", async () => heardBy(GRACE).includes("aye"));
  await own.stop();
});
afterAll(() => chat.stop());

const says = (from: string, body: string, to = NUMBER) =>
  chat.people().send(from, { kind: "text", content: { body }, to });
const heardBy = (person: string) =>
  chat
    .people()
    .messages(person)
    .map(({ text }) => text);
const received = async () => {
  const rows = await chat.daemon.sql`
    select content::json ->> 'body' as body from messages
    where channel_id = ${channel} and direction = 'inbound' order by id`;
  return rows.map(({ body }) => body);
};

test("it connects without a code, as the same device", async () => {
  const made = { platform: "whatsapp_unofficial", name: "Moved", settings: { ...AT_ONCE, groups: true } };
  channel = (await chat.daemon.call("POST", "/v1/channels", made)).body.id;
  const { session } = await (await openFolder(folder)).read("any");
  const { status } = await chat.daemon.call("POST", `/v1/channels/${channel}/session`, session);
  expect(status).toBe(202);
  await untilStatus(chat.daemon.call)(channel, "connected");
  expect(chat.web.control.phones().find(({ number }) => number === NUMBER)?.devices.length).toBe(1);
});

test("both ways and in the group, everything is read at once", async () => {
  for (const n of [1, 2, 3]) await says(ADA, `after ${n}`);
  await says(GRACE, "in the group again", group);
  await says("491700000003", "a stranger");
  await eventually("what came after", async () => (await received()).length >= 5);
  expect((await received()).toSorted()).toEqual(
    ["a stranger", "after 1", "after 2", "after 3", "in the group again"].toSorted(),
  );
  const message = { channel_id: channel, type: "text" };
  await chat.daemon.call("POST", "/v1/messages", { ...message, to: ADA, content: { body: "Still me" } });
  await chat.daemon.call("POST", "/v1/messages", { ...message, recipient: group, content: { body: "Ahoy" } });
  await eventually("the answers", async () => heardBy(ADA).includes("Still me"));
  await eventually("the group's", async () => heardBy(GRACE).includes("Ahoy"));
  const asked = [ADA, GRACE].flatMap((person) => chat.people().messages(person));
  expect(asked.reduce((sum, { retries }) => sum + retries, 0)).toBe(0);
  expect(chat.people().failures()).toEqual([]);
});
