/**
 * Groups that change: members who left can't read on, messages disappear as the group's do, and unreadable ones are
 * requested again.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { proto } from "baileys";
import { eventually } from "../../support/until.ts";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "./chat.ts";

const GRACE = "491700000002";
const HIDDEN = "15550001811";
const LATECOMER = "491700000003";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat({ ...AT_ONCE, groups: true });
});
afterAll(() => chat.stop());

/** Writes in a group; answers with the message as it is on Ada's phone. */
async function written(group: string, body: string) {
  const message = { channel_id: chat.channelId, recipient: group, type: "text", content: { body } };
  const { id } = (await chat.daemon.call("POST", "/v1/messages", message)).body;
  const { provider_message_id } = await chat.daemon.until(id, "read", "failed");
  return await chat.onPhone(provider_message_id);
}

/** Ada writes in a group, and it is a record: what came before it is known by then. */
async function settled(group: string) {
  await chat.record(await chat.people().send(ADA, { kind: "text", content: {}, to: group }));
}

test("a message of which nothing can be read is requested once more, and then read", async () => {
  const { id: fresh } = chat.people().createGroup(GRACE, "New here", [NUMBER]);
  const order = { kind: "text", content: { body: "Hello all" }, to: fresh, unreadable: 1 };
  const id = await chat.people().send(GRACE, order);
  await eventually("the message", async () => {
    const { type, content } = await chat.record(id);
    return type === "text" && content.body === "Hello all" ? true : null;
  });
  const requests = chat.web.control
    .received()
    .data.filter((stanza) => stanza.id === id && stanza.tag === "receipt" && stanza.type === "retry");
  expect(requests).toHaveLength(1);
});

test("messages after somebody has left are sealed with another key", async () => {
  const { id: shrinking } = chat.people().createGroup(ADA, "Shrinking", [NUMBER, GRACE, HIDDEN]);
  const keyOf = async (body: string) => {
    await settled(shrinking);
    return (await written(shrinking, body)).keyId;
  };
  const first = await keyOf("All here");
  expect(await keyOf("Still")).toBe(first);
  chat.people().changeGroup(GRACE, shrinking, { leave: true });
  const second = await keyOf("Without Grace");
  chat.people().changeGroup(ADA, shrinking, { remove: [HIDDEN] });
  const third = await keyOf("Between us");
  expect(new Set([first, second, third]).size).toBe(3);
});

test("messages disappear as the group's own do", async () => {
  const { id: passing } = chat.people().createGroup(ADA, "Passing", [NUMBER]);
  const lasts = async () => {
    const { raw } = await written(passing, "Hello");
    const { extendedTextMessage } = proto.Message.decode(Buffer.from(raw, "base64"));
    return extendedTextMessage?.contextInfo?.expiration ?? 0;
  };
  expect(await lasts()).toBe(0);
  for (const expiresSeconds of [86_400, 604_800, 0]) {
    chat.people().changeGroup(ADA, passing, { expiresSeconds });
    await settled(passing);
    expect(await lasts()).toBe(expiresSeconds);
  }
});

test("what happens to a group stands in its conversation, with who did it and to which people", async () => {
  const people = chat.people();
  const { id: group, invite } = people.createGroup(ADA, "Lunch", [NUMBER]);
  const { conversation_id, group: said } = await chat.record(
    await people.send(ADA, { kind: "text", content: { body: "Hello all" }, to: group }),
  );
  people.changeGroup(ADA, group, { subject: "Sunday lunch" });
  people.changeGroup(ADA, group, { add: [GRACE, HIDDEN] });
  people.changeGroup(ADA, group, { promote: [GRACE] });
  people.changeGroup(GRACE, group, { demote: [ADA] });
  people.changeGroup(GRACE, group, { remove: [HIDDEN] });
  people.changeGroup(GRACE, group, { expiresSeconds: 604_800 });
  people.joinGroup(LATECOMER, invite);
  people.changeGroup(LATECOMER, group, { leave: true });
  const path = `/v1/messages?conversation_id=${conversation_id}`;
  const rows = await eventually("all of it", async () => {
    const { data } = (await chat.daemon.call("GET", path)).body;
    return data.length === 9 ? data.toReversed() : null;
  });
  const grace = `+${GRACE}`;
  expect(rows.map(({ text }: { text: string }) => text.replace(/\d+@lid/, "LID"))).toEqual([
    "Hello all",
    "Subject changed: Sunday lunch",
    `Added: ${grace}, LID`,
    `Made admin: ${grace}`,
    `No longer admin: +${ADA}`,
    "Removed: LID",
    "Messages disappear after 7 days",
    `Joined: +${LATECOMER}`,
    `Left: +${LATECOMER}`,
  ]);
  const [, renamed, , , demoted] = rows;
  expect(renamed).toMatchObject({ type: "system", direction: "inbound", group: said, from_phone: ADA });
  expect(demoted.from_phone).toBe(GRACE);
  const conversation = (await chat.daemon.call("GET", `/v1/conversations/${conversation_id}`)).body;
  expect(conversation).toMatchObject({ unread_count: 1, last_message: { preview: "Hello all" } });
});
