/** Chats, contacts and messages as clients of Evolution read and change them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA } from "../../providers/whatsapp-web/chat.ts";
import { PERSON, type Site, startSite } from "../site.ts";

const JID = `${ADA}@s.whatsapp.net`;

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
});
afterAll(() => site.stop());

const post = async (path: string, body: object = {}) => (await site.ask("POST", path, body)).body;

async function sendText(text: string): Promise<string> {
  const { key } = await post("/message/sendText/home", { number: ADA, text });
  await site.daemon.until(key.id, "read");
  return key.id;
}

test("numbers are looked up in the order of the request", async () => {
  const found = await post("/chat/whatsappNumbers/home", { numbers: [ADA, "+1 555 000 9999"] });
  expect(found).toMatchObject([
    { exists: true, jid: JID, number: ADA },
    { number: "+1 555 000 9999", jid: "15550009999@s.whatsapp.net" },
  ]);
  expect(await post("/chat/fetchProfile/home", { number: JID })).toMatchObject({
    wuid: JID,
    numberExists: true,
  });
  expect(await post("/chat/fetchProfilePictureUrl/home", { number: ADA })).toHaveProperty(
    "profilePictureUrl",
  );
  expect(await post("/chat/fetchBusinessProfile/home", { number: ADA })).toMatchObject({ isBusiness: false });
});

test("messages are found by person, id, and who wrote them, and their statuses by id", async () => {
  const received = await site.receive("text", { body: "Is it ready?" });
  const id = await sendText("It is");
  const where = { key: { remoteJid: JID } };
  const { messages } = await post("/chat/findMessages/home", { where, page: 1, offset: 10 });
  expect(messages.records).toMatchObject([
    {
      key: { id, fromMe: true, remoteJid: JID },
      message: { conversation: "It is" },
      messageType: "conversation",
    },
    { key: { id: received.provider_message_id, fromMe: false }, message: { conversation: "Is it ready?" } },
  ]);
  const first = await post("/chat/findMessages/home", { where, page: 2, offset: 1 });
  expect(first.messages).toMatchObject({ currentPage: 2, records: [{ key: { fromMe: false } }] });
  const mine = await post("/chat/findMessages/home", { where: { key: { id } } });
  expect(mine.messages).toMatchObject({ total: 1, records: [{ key: { id } }] });
  const statuses = await post("/chat/findStatusMessage/home", { where: { keyId: id } });
  expect(statuses[0]).toMatchObject({ keyId: id, fromMe: true, status: "PENDING" });
  expect(statuses).toContainEqual(expect.objectContaining({ status: "READ" }));
});

test("a message is marked as read, edited and taken back", async () => {
  const received = await site.receive("text", { body: "Hello?" });
  const key = { remoteJid: JID, fromMe: false, id: received.provider_message_id };
  expect(await post("/chat/markMessageAsRead/home", { readMessages: [key] })).toMatchObject({
    read: "success",
  });
  const id = await sendText("Fist draft");
  const own = { remoteJid: JID, fromMe: true, id };
  const edit = await post("/chat/updateMessage/home", { number: ADA, key: own, text: "First draft" });
  await site.daemon.until(edit.key.id, "sent", "delivered", "read");
  expect((await site.daemon.call("GET", `/v1/messages/${id}`)).body.content.body).toBe("First draft");
  const gone = await site.ask("DELETE", "/chat/deleteMessageForEveryone/home", own);
  expect(gone).toMatchObject({ status: 201, body: { message: { protocolMessage: { key: own } } } });
  await site.daemon.until(gone.body.key.id, "sent", "delivered", "read");
  expect((await site.daemon.call("GET", `/v1/messages/${id}`)).body.deleted_at).not.toBeNull();
});

test("somebody is shown as typing", async () => {
  const presence = { number: ADA, presence: "composing", delay: 10 };
  expect(await post("/chat/sendPresence/home", presence)).toEqual({ presence: "composing" });
});

test("chats and contacts are listed, a chat is archived and unread, and gets a label", async () => {
  await site.receive("text", { body: "Unread" });
  expect(await post("/chat/findChats/home")).toMatchObject([
    { remoteJid: JID, lastMessage: { message: { conversation: "Unread" } } },
  ]);
  expect(await post("/chat/findContacts/home", { where: { id: JID } })).toMatchObject([
    { remoteJid: JID, type: "contact" },
  ]);
  const lastMessage = { key: { remoteJid: JID, fromMe: false, id: "x" } };
  expect(await post("/chat/archiveChat/home", { lastMessage, archive: true })).toEqual({
    chatId: JID,
    archived: true,
  });
  expect(await post("/chat/markChatUnread/home", { chat: JID })).toMatchObject({ markedChatUnread: true });
  const [conversation] = (await site.daemon.call("GET", `/v1/conversations?channel_id=${site.channelId}`))
    .body.data;
  expect(conversation).toMatchObject({ archived_at: expect.any(String), unread_count: expect.any(Number) });
  expect(await post("/label/handleLabel/home", { number: ADA, labelId: "vip", action: "add" })).toMatchObject(
    { add: true },
  );
  expect(
    await post("/label/handleLabel/home", { number: ADA, labelId: "vip", action: "remove" }),
  ).toMatchObject({ remove: true });
});

test("the file of a message comes as base64", async () => {
  const bytes = Buffer.from("%PDF-1.4 small");
  const sent = await post("/message/sendMedia/home", {
    ...{ number: ADA, mediatype: "document", fileName: "small.pdf", media: bytes.toString("base64") },
  });
  const { body } = await site.ask("POST", "/chat/getBase64FromMediaMessage/home", {
    message: { key: { id: sent.key.id } },
  });
  expect(body).toMatchObject({
    fileName: "small.pdf",
    base64: bytes.toString("base64"),
    mimetype: "application/pdf",
  });
});

test("nobody reads a message of another channel", async () => {
  const { body } = await site.daemon.call("POST", "/v1/messages", {
    ...{ channel_id: site.daemon.channelId, to: PERSON, type: "text", content: { body: "Elsewhere" } },
  });
  const { messages } = await post("/chat/findMessages/home", { where: { key: { id: body.id } } });
  expect(messages.records).toEqual([]);
});
