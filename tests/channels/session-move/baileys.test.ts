/** A session that real Baileys paired and used goes on here, without a code, and nobody notices. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openStore } from "../../../cli/commands/channels/session/open-store.ts";
import { AT_ONCE, type Chat, startChat } from "../../providers/whatsapp-web/chat.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startOwnClient } from "./own-client.ts";
import { createTalk, type Talk } from "./talk.ts";

const NUMBER = "15557010055";
const folder = temporaryFolder("auth-info");
let chat: Chat;
let talk: Talk;
let channel: string;
beforeAll(async () => {
  chat = await startChat(AT_ONCE);
  talk = createTalk(chat, NUMBER);
  const own = await startOwnClient(chat.web, folder, NUMBER);
  await talk.before(own);
  await own.stop();
});
afterAll(() => chat.stop());

test("it connects without a code, as the same device", async () => {
  const { session, number } = await (await openStore(folder)).read("any");
  expect(number).toBe(NUMBER);
  channel = await talk.moveIn(session);
  expect(chat.web.control.phones().find((phone) => phone.number === NUMBER)?.devices.length).toBe(1);
});

test("both ways and in the group, everything is read at once", () => talk.after(channel));
