/** The documents that official numbers take, checked before a message is accepted; and those of paired ones. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import { arrived, file, post, upload } from "./sending.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const RULE =
  "official numbers take PDF, Word, Excel, PowerPoint and plain text as documents, and this file is";

test.each([
  [
    "photo.heic",
    "\0\0\0\x18ftypheic",
    `${RULE} image/heic: convert it to JPEG first, and send that as image`,
  ],
  ["photo.jpg", "\xff\xd8\xff\xe0", `${RULE} image/jpeg: send it as image`],
  ["photo.avif", "\0\0\0\x18ftypavif", `${RULE} image/avif: send it as image, which converts it`],
  ["all.zip", "PK\x03\x04", `${RULE} application/zip`],
  ["table.csv", "a,b\n", `${RULE} text/csv: upload it with the content type text/plain`],
  ["meeting.ics", "BEGIN:VCALENDAR\r\n", `${RULE} text/calendar: upload it with the content type text/plain`],
  ["letter.rtf", "{\\rtf1", `${RULE} application/rtf`],
  ["unknown.xyz", "\x01\x02", `${RULE} application/octet-stream`],
])("%s is no document on an official number", async (name, beginning, complaint) => {
  const media_id = await upload(chat, file(beginning, 500), name, "?as=document");
  const { status, body } = await post(chat, "document", { media_id });
  expect([status, body.code, body.errors]).toEqual([
    ...[422, "invalid_content"],
    [{ path: "/content/media_id", message: complaint }],
  ]);
  const header = { type: "document", media_id };
  const buttons = { header, body: "Here it is", buttons: [{ id: "ok", title: "Thanks" }] };
  const inHeader = await post(chat, "buttons", buttons);
  expect([inHeader.status, inHeader.body.errors?.[0]?.message]).toEqual([422, complaint]);
  const { error } = await chat.sent("document", { media_id }, "sent", "delivered", "read", "failed");
  expect(error).toBeNull();
});

test.each([
  ["menu.pdf", "%PDF-1.7\n", "application/pdf"],
  ["printed.pdf", "\r\n\n%PDF-1.4\n", "application/pdf"],
  ["marked.pdf", "\xef\xbb\xbf%PDF-1.4\n", "application/pdf"],
  ["notes.txt", "Mon-Fri", "text/plain"],
  ["prices.xlsx", "PK\x03\x04", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
])("%s arrives from an official number", async (name, beginning, mimeType) => {
  const media_id = await upload(chat, file(beginning, 500), name);
  const sent = await post(chat, "document", { media_id });
  const [document] = await arrived(chat, sent.body.id);
  expect([sent.status, document?.mime_type]).toEqual([201, mimeType]);
});
