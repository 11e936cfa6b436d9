/** Conversations, cancelling and sending later, by the real CLI on a real daemon. */
import { expect, test } from "bun:test";
import { CONTENT_EXAMPLES } from "../../cli/commands/send/type-examples.ts";
import { messageTypes } from "../../daemon/message-types/registry.ts";
import { canonicalContent } from "../../daemon/messages/accept/content.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { WHATSAPP_WEB } from "../../daemon/providers/whatsapp-web/platform.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const waypost = sharedDaemon();

async function cli(...args: string[]) {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const { code, stdout, stderr } = await runCli([...args, "--json"], { env });
  return { code, stderr, answer: stdout === "" ? null : JSON.parse(stdout) };
}

test("a message for later is cancelled, once", async () => {
  const sent = await cli("send", "--to", "14155557001", "--text", "Hello", "--at", "2h");
  expect([sent.code, sent.answer.status]).toEqual([0, "scheduled"]);
  const cancelled = await cli("messages", "cancel", sent.answer.id);
  expect([cancelled.code, cancelled.answer.status]).toEqual([0, "cancelled"]);
});

test("cancelling what was sent is refused", async () => {
  const sent = await cli("send", "--to", "14155557002", "--text", "Hello", "--wait", "read");
  expect((await cli("messages", "cancel", sent.answer.id)).code).toBe(3);
});

test("conversations are listed, shown and changed", async () => {
  await cli("send", "--to", "14155557003", "--text", "Hello", "--wait", "sent");
  const { answer } = await cli("conversations", "list", "--status", "open", "--limit", "1");
  const [{ id }] = answer.data;
  const changed = await cli("conversations", "update", id, "--status", "closed", "--assignee", "none");
  expect([changed.code, changed.answer.status]).toEqual([0, "closed"]);
  expect((await cli("conversations", "get", id)).answer).toMatchObject({ id, status: "closed" });
  const idsOf = async (status: string) => {
    const { answer } = await cli("conversations", "list", "--status", status);
    return answer.data.map((one: { id: string }) => one.id);
  };
  expect(await idsOf("open")).not.toContain(id);
  expect(await idsOf("all")).toContain(id);
  expect((await cli("conversations", "update", id)).code).toBe(2);
  const snooze = async (...options: string[]) =>
    (await cli("conversations", "update", id, ...options)).answer.snoozed_until;
  expect(await snooze("--until", "2h")).toBeString();
  expect(await snooze("--assignee", "none")).toBeString();
  expect(await snooze("--status", "snoozed")).toBeNull();
});

test("a conversation is read, answered and marked as read", async () => {
  await cli("send", "--to", "14155557004", "--text", "Hello", "--wait", "sent");
  const [{ id }] = (await cli("conversations", "list", "14155557004")).answer.data;
  const replied = await cli("conversations", "reply", id, "--text", "And again", "--wait", "sent");
  expect([replied.code, replied.answer.conversation_id]).toEqual([0, id]);
  const again = await cli("send", "--conversation", id, "--text", "At last");
  expect([again.code, again.answer.to]).toEqual([0, "14155557004"]);
  const { answer } = await cli("conversations", "messages", id);
  const texts = answer.data.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(["At last", "And again", "Hello"]);
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const [{ name }] = await waypost.sql<
    [{ name: string }]
  >`select name from api_keys order by created_at limit 1`;
  const thread = await runCli(["conversations", "messages", id, "--fields", "author"], { env });
  expect(thread.stdout.trim().split("\n")).toEqual(Array.from({ length: 3 }, () => `key ${name}`));
  expect((await cli("conversations", "read", id)).answer).toMatchObject({ id, unread_count: 0 });
  expect((await cli("conversations", "messages", "cv_none")).code).toBe(3);
});

test("a send to nobody is a mistake in usage", async () => {
  const { code, stderr } = await cli("send", "--text", "Hello");
  expect(code).toBe(2);
  expect(JSON.parse(stderr).error.message).toBe("say who should get it");
});

test("there is an example of a valid content of every type", () => {
  const examples = Object.entries(CONTENT_EXAMPLES);
  expect(examples.map(([type]) => type)).toEqual(messageTypes().map(({ type }) => type));
  for (const [name, content] of examples) {
    const type = messageTypes().find((one) => one.type === name);
    if (type === undefined) throw new Error(`there is no type ${name}`);
    const platform = CLOUD_API.encoders[type.type] === null ? WHATSAPP_WEB : CLOUD_API;
    expect(() => canonicalContent(platform, type, JSON.parse(content))).not.toThrow();
  }
});

test("a type without its content is answered with an example, an unknown one with the types", async () => {
  const known = await cli("send", "--to", "14155550123", "--type", "poll");
  expect([known.code, JSON.parse(known.stderr).error.hint]).toEqual([
    2,
    `For example: --type poll --content '${CONTENT_EXAMPLES.poll}'`,
  ]);
  const unknown = await cli("send", "--to", "14155550123", "--type", "telegram");
  expect(JSON.parse(unknown.stderr).error.hint).toStartWith("The types are text, image, ");
});
