/** Details of messages that a paired number sends. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { proto } from "baileys";
import { type Chat, startChat } from "./chat.ts";
import { type FileServer, startFileServer } from "./file-server.ts";

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

test("what is shown otherwise says so, in the record and in message.sent", async () => {
  const message = await chat.sent(
    "buttons",
    { body: "Well?", buttons: [{ id: "yes", title: "Yes" }] },
    "read",
  );
  const text = "Well?\n\n1. Yes\n\n_Reply with the number of your choice._";
  expect(message.rendered_as).toBe(text);
  const event = (await chat.events("message.sent")).find(({ message_id }) => message_id === message.id);
  expect(event?.rendered_as).toBe(text);
  expect((await chat.sent("text", { body: "Plain" }, "read")).rendered_as).toBeNull();
});

test("a text shows where its first link leads only on request", async () => {
  const previewOf = async (content: Record<string, unknown>) => {
    const { provider_message_id } = await chat.sent("text", content, "read");
    const { raw } = await chat.onPhone(provider_message_id);
    return proto.Message.decode(Buffer.from(raw, "base64")).extendedTextMessage;
  };
  const body = "See https://example.com/menu today";
  expect(await previewOf({ body, preview_url: true })).toMatchObject({
    matchedText: "https://example.com/menu",
    title: "example.com",
  });
  expect((await previewOf({ body }))?.matchedText).toBeFalsy();
});

test("the keys of files and polls are nowhere to be read", async () => {
  const { provider_message_id } = await chat.sent("image", { media_url: files.url("/picture.png") }, "read");
  const { raw } = await chat.onPhone(provider_message_id);
  const key = proto.Message.decode(Buffer.from(raw, "base64")).imageMessage?.mediaKey ?? new Uint8Array();
  expect(key.length).toBe(32);
  const tables = ["messages", "web_messages", "media", "events", "provider_webhooks", "message_attempts"];
  for (const table of tables) {
    const rows = await chat.daemon
      .sql`select row_to_json(one)::text as row from ${chat.daemon.sql(table)} as one`;
    const text = rows.map(({ row }) => row).join("\n");
    for (const form of ["base64", "base64url", "hex"] as const)
      expect(text).not.toContain(Buffer.from(key).toString(form).replace(/=+$/, ""));
  }
});
