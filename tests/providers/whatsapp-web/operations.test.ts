/** Operations on messages of a paired number, and answers to messages rendered as plain text. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
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

const YES_OR_NO = {
  body: "Does it suit?",
  buttons: [
    { id: "confirm", title: "Yes" },
    { id: "move", title: "Another time" },
  ],
};

test.each(["1", "1.", "yes", " YES "])("%o to a message with buttons is the first button", async (body) => {
  const question = await chat.sent("buttons", YES_OR_NO, "read");
  const answer = await chat.receive("text", { body });
  expect(answer).toMatchObject({
    type: "interactive",
    content: {
      type: "button_reply",
      id: "confirm",
      title: "Yes",
      body,
      simulated: true,
      reply_to: { id: question.provider_message_id },
    },
  });
  const event = (await chat.events("message.new")).find(({ message_id }) => message_id === answer.id);
  expect(event?.msg_type).toBe("interactive");
});

test("another text is a text", async () => {
  await chat.sent("buttons", YES_OR_NO, "read");
  expect(await chat.receive("text", { body: "3" })).toMatchObject({ type: "text", content: { body: "3" } });
});

test("a number chooses from the newest message, unless it quotes an older one", async () => {
  const older = await chat.sent("buttons", YES_OR_NO, "read");
  const rows = [{ id: "t", title: "Tea", description: "Green" }];
  await chat.sent("list", { body: "What?", button_text: "Choose", sections: [{ rows }] }, "read");
  const newest = await chat.receive("text", { body: "1" });
  expect(newest.content).toMatchObject({ type: "list_reply", id: "t", title: "Tea", description: "Green" });
  const quoting = await chat.receive("text", { body: "2", reply_to: older.provider_message_id });
  expect(quoting.content).toMatchObject({ type: "button_reply", id: "move" });
});

test("a message that quotes another carries it", async () => {
  const theirs = await chat.receive("text", { body: "Open on Sunday?" });
  const ours = await chat.sent(
    "text",
    { body: "Yes.", reply_to: { id: theirs.provider_message_id } },
    "read",
  );
  const { raw } = await chat.onPhone(ours.provider_message_id);
  const context = await contextOf(raw);
  expect(context?.stanzaId).toBe(theirs.provider_message_id);
  expect(context?.quotedMessage?.conversation).toBe("Open on Sunday?");
});

test("a reaction is on the recipient's message, and an empty one is gone", async () => {
  const { provider_message_id } = await chat.receive("text", { body: "Great!" });
  await chat.sent("reaction", { message_id: provider_message_id, reaction: "👍" }, "delivered");
  await eventually("reaction", async () =>
    (await chat.onPhone(provider_message_id)).reactions["15557010001"] === "👍" ? true : null,
  );
  await chat.sent("reaction", { message_id: provider_message_id, reaction: "" }, "delivered");
  await eventually("end of the reaction", async () =>
    (await chat.onPhone(provider_message_id)).reactions["15557010001"] ? null : true,
  );
});

test("an edit changes the text on the phone and in the record", async () => {
  const { id, provider_message_id } = await chat.sent("text", { body: "At nine" }, "read");
  await chat.sent(
    "edit_message",
    { message_id: provider_message_id, body: "At ten" },
    "sent",
    "delivered",
    "read",
  );
  await eventually("edit", async () =>
    (await chat.onPhone(provider_message_id)).edits.includes("At ten") ? true : null,
  );
  const record = await eventually("edited record", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/messages/${id}`);
    return body.edited_at === null ? null : body;
  });
  expect(record.content.body).toBe("At ten");
});

test("a deletion takes the message back on the phone and marks the record", async () => {
  const { id, provider_message_id } = await chat.sent("text", { body: "Oops" }, "read");
  await chat.sent("delete_message", { message_id: provider_message_id }, "sent", "delivered", "read");
  await eventually("deletion", async () => ((await chat.onPhone(provider_message_id)).deleted ? true : null));
  await eventually("deleted record", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/messages/${id}`);
    return body.deleted_at === null ? null : true;
  });
});

test.each([
  ["edit_message", { message_id: "3EB0FFFF", body: "x" }],
  ["delete_message", { message_id: "3EB0FFFF" }],
  ["edit_message", { message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11", body: "x" }],
  ["delete_message", { message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11" }],
])("%s of a message that is not known fails: %o", async (type, content) => {
  const failed = await chat.sent(type, content, "failed");
  expect(failed.error.code).toBe("message_not_found");
});

test("our id names the message that is edited, answered or taken back", async () => {
  const { id, provider_message_id } = await chat.sent("text", { body: "At nine" }, "read");
  await chat.sent("edit_message", { message_id: id, body: "At ten" }, "sent", "delivered", "read");
  await eventually("edit", async () =>
    (await chat.onPhone(provider_message_id)).edits.includes("At ten") ? true : null,
  );
  await chat.sent("text", { body: "Better?", reply_to: { id } }, "read");
  await chat.sent("delete_message", { message_id: id }, "sent", "delivered", "read");
  await eventually("deletion", async () => ((await chat.onPhone(provider_message_id)).deleted ? true : null));
});

test("a message that was sent more than 15 minutes ago can't be edited", async () => {
  const { provider_message_id: id } = await chat.sent("text", { body: "Long ago" }, "read");
  await chat.daemon.sql`
    update web_messages set created_at = now() - interval '16 minutes' where provider_message_id = ${id}`;
  const failed = await chat.sent("edit_message", { message_id: id, body: "x" }, "failed");
  expect(failed.error.code).toBe("edit_too_late");
});

test("mark_as_read shows the sender that it was read", async () => {
  const { provider_message_id } = await chat.receive("text", { body: "Seen?" });
  await chat.sent("mark_as_read", { message_id: provider_message_id }, "sent");
  await eventually("read receipt", async () => {
    const { status } = await chat.onPhone(provider_message_id);
    return status === "read" ? true : null;
  });
});

test("a status query answers with the message's status", async () => {
  const { id, provider_message_id } = await chat.sent("text", { body: "Where is it?" }, "read");
  const { result } = await chat.sent("message_status_query", { message_id: provider_message_id }, "sent");
  expect(result).toMatchObject({ message_id: id, provider_message_id, status: "read" });
  const unknown = await chat.sent("message_status_query", { message_id: "3EB0FFFF" }, "failed");
  expect(unknown.error.code).toBe("message_not_found");
});

test("a download gives the file of a message, ours too", async () => {
  const { provider_message_id } = await chat.sent("image", { media_url: files.url("/picture.png") }, "read");
  const { result } = await chat.sent("message_media_download", { message_id: provider_message_id }, "sent");
  expect(result).toMatchObject({ mime_type: "image/png", sha256: files.digest("/picture.png") });
  const answer = await fetch(chat.daemon.url + result.url, { headers: { "x-api-key": chat.daemon.key } });
  expect(new Bun.CryptoHasher("sha256").update(await answer.bytes()).digest("hex")).toBe(
    files.digest("/picture.png"),
  );
});

test("a download fails when the organisation's files take all they may", async () => {
  const { sql, organizationId } = chat.daemon;
  const { provider_message_id } = await chat.sent("image", { media_url: files.url("/picture.png") }, "read");
  await sql`update organizations set most_media_gb = 1`;
  await sql`
    insert into media_usage (organization_id, bytes) values (${organizationId}, 1000000000)
    on conflict (organization_id) do update set bytes = excluded.bytes`;
  const failed = await chat.sent("message_media_download", { message_id: provider_message_id }, "failed");
  expect(failed.error).toMatchObject({ code: "media_no_room", retryable: false });
  await sql`update organizations set most_media_gb = null`;
});

test("a number without WhatsApp fails the message, and says so", async () => {
  const failed = await chat.daemon.until(await chat.send("text", { body: "Hi" }, "15550000101"), "failed");
  expect(failed.error.code).toBe("not_on_whatsapp");
});

test("a file that a redirect has at a private address, or of another type, is refused", async () => {
  const { error } = await chat.sent("image", { media_url: files.url("/invoice.pdf") }, "failed");
  expect(error.code).toBe("media_wrong_type");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: chat.web.certificate,
    fetch: () => Response.redirect("https://10.0.0.1/x.png"),
  });
  const refused = await chat.sent("image", { media_url: `https://127.0.0.1:${server.port}/x.png` }, "failed");
  await server.stop(true);
  expect(refused.error.code).toBe("media_refused");
});

async function contextOf(raw: string) {
  const { proto } = await import("baileys");
  return proto.Message.decode(Buffer.from(raw, "base64")).extendedTextMessage?.contextInfo;
}
