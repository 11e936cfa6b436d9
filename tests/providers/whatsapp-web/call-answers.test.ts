/** What is said to people whose calls a paired number rejects: once an hour, and not to who may not be written to. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "./chat.ts";

const SAID = "Please write to us";
const BERT = "491700000021";
const HIDDEN = "15550001822";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, calls: "reject", rejected_call_text: SAID });
});
afterAll(() => chat.stop());

/** Somebody calls and is rejected; the bodies of what they were told, once that is reported. */
async function told(caller: string): Promise<string[]> {
  const ring = { ringMs: 2000, video: false, outcome: "missed" } as const;
  const { id, outcome } = await chat.people().call(caller, NUMBER, ring);
  expect(outcome).toBe("rejected");
  await eventually(`the rejection of ${id}`, async () =>
    (await chat.events("call.rejected")).find(({ call_id }) => call_id === id),
  );
  const { conversation_id } = await chat.record(id);
  const { body } = await chat.daemon.call("GET", `/v1/messages?conversation_id=${conversation_id}`);
  return body.data
    .filter(({ author }: { author: { kind: string } | null }) => author?.kind === "rejected_call")
    .map(({ text }: { text: string }) => text);
}

test("who calls is told so on their phone, once an hour", async () => {
  expect(await told(ADA)).toEqual([SAID]);
  await eventually(
    "the text on the phone",
    async () =>
      chat
        .people()
        .messages(ADA)
        .some((message) => Buffer.from(message.raw, "base64").includes(SAID)) || null,
  );
  expect(await told(ADA)).toEqual([SAID]);
  await chat.daemon.sql`update messages set created_at = created_at - interval '61 minutes'`;
  expect(await told(ADA)).toEqual([SAID, SAID]);
});

test("who shows no number is told by their LID", async () => {
  expect(await told(HIDDEN)).toEqual([SAID]);
});

test("who opted out is told nothing", async () => {
  const { contact_id } = await chat.receive("text", { body: "Hi" }, BERT);
  await chat.daemon.call("POST", `/v1/contacts/${contact_id}/suppressions`, {
    ...{ channel: "whatsapp", reason: "complained" },
  });
  expect(await told(BERT)).toEqual([]);
});

test("nothing is said without a text", async () => {
  const path = `/v1/channels/${chat.channelId}`;
  await chat.daemon.call("PATCH", path, { settings: { rejected_call_text: null } });
  expect(await told("491700000022")).toEqual([]);
});
