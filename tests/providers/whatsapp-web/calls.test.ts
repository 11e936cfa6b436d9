/** Calls to paired numbers: missed, rejected, and taken on the phone. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

const HIDDEN = "15550001812";
const SHY = "15550001813";
const LATE = "15550001914";
const RING = { ringMs: 50, video: false, outcome: "missed" } as const;

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** The event about a call, once it is there. */
const callEvent = (type: string, callId: string) =>
  eventually(`${type} of ${callId}`, async () =>
    (await chat.events(type)).find(({ call_id }) => call_id === callId),
  );

test("a call that nobody takes is reported once, with the caller", async () => {
  const { contact_id } = await chat.receive("text", { body: "I'll call you" });
  const { id, outcome } = await chat.people().call(ADA, NUMBER, RING);
  expect(outcome).toBe("missed");
  expect(await callEvent("call.missed", id)).toMatchObject({
    ...{ channel_id: chat.channelId, contact_id, phone: ADA, group_id: null },
    user_id: expect.stringMatching(/^\d+@lid$/),
  });
  expect((await chat.events("call.missed")).filter(({ call_id }) => call_id === id)).toHaveLength(1);
});

test("a call that shows the number of somebody who was known by LID alone names their contact", async () => {
  const { contact_id } = await chat.receive("text", { body: "Guess who" }, LATE);
  const { id } = await chat.people().call(LATE, NUMBER, RING);
  expect(await callEvent("call.missed", id)).toMatchObject({ contact_id, phone: LATE });
});

test("a caller who hides the number is named by LID, and by the contact if they are one", async () => {
  const stranger = await chat.people().call(SHY, NUMBER, RING);
  const before = await callEvent("call.missed", stranger.id);
  expect(before).toMatchObject({ phone: null, user_id: expect.stringMatching(/@lid$/) });
  const { contact_id } = await chat.receive("text", { body: "It was me" }, SHY);
  expect(before.contact_id).toBe(contact_id);
  const { id } = await chat.people().call(SHY, NUMBER, RING);
  expect(await callEvent("call.missed", id)).toMatchObject({
    contact_id,
    phone: null,
    user_id: before.user_id,
  });
});

test("calls stand in the conversation as what became of them, and are no new messages", async () => {
  const before = (await chat.events("message.new")).length;
  const outcomes = ["missed", "rejected", "accepted"] as const;
  const ids: string[] = [];
  for (const outcome of outcomes)
    ids.push((await chat.people().call(ADA, NUMBER, { ...RING, outcome, video: true })).id);
  const { conversation_id } = await chat.receive("text", { body: "You did not answer" });
  const shown = await Promise.all(ids.map((id) => chat.record(id)));
  expect(shown.map(({ type, text }) => [type, text])).toEqual([
    ["missed_call", "Missed video call"],
    ["missed_call", "Rejected video call"],
    ["call", "Video call"],
  ]);
  for (const record of shown) expect(record).toMatchObject({ conversation_id, direction: "inbound" });
  expect(await chat.events("message.new")).toHaveLength(before + 1);
});

test("a call that is taken on the phone makes no event, one that is rejected there does", async () => {
  const taken = await chat.people().call(ADA, NUMBER, { ...RING, outcome: "accepted" });
  const rejected = await chat.people().call(ADA, NUMBER, { ...RING, outcome: "rejected" });
  await callEvent("call.rejected", rejected.id);
  const ids = (await chat.events("call.missed")).map(({ call_id }) => call_id);
  expect(ids).not.toContain(taken.id);
  expect(ids).not.toContain(rejected.id);
});

test("a call that is made on the phone of the number makes no event", async () => {
  const made = await chat.people().call(NUMBER, ADA, RING);
  const came = await chat.people().call(ADA, NUMBER, RING);
  await callEvent("call.missed", came.id);
  expect((await chat.events("call.missed")).map(({ call_id }) => call_id)).not.toContain(made.id);
});

test("a call in a group is reported where the number takes part in groups", async () => {
  const { id: group } = chat.people().createGroup(ADA, "Sunday lunch", [NUMBER]);
  const ignored = await chat.people().call(ADA, NUMBER, { ...RING, group });
  const alone = await chat.people().call(ADA, NUMBER, RING);
  await callEvent("call.missed", alone.id);
  expect((await chat.events("call.missed")).map(({ call_id }) => call_id)).not.toContain(ignored.id);
  await chat.daemon.call("PATCH", `/v1/channels/${chat.channelId}`, { settings: { groups: true } });
  // the setting reaches the session a moment later
  const event = await eventually("a call in the group", async () => {
    const { id } = await chat.people().call(ADA, NUMBER, { ...RING, group });
    await callEvent("call.missed", (await chat.people().call(ADA, NUMBER, RING)).id);
    return (await chat.events("call.missed")).find(({ call_id }) => call_id === id);
  });
  expect(event).toMatchObject({ group_id: group, user_id: expect.stringMatching(/@lid$/) });
  const record = await chat.record(String(event.call_id));
  expect(event).toMatchObject({ message_id: record.id, conversation_id: record.conversation_id });
  expect(record).toMatchObject({ type: "missed_call", from_phone: ADA, group: { id: group } });
});

test("a call is acknowledged to WhatsApp once it is stored", async () => {
  const acknowledged = (kind: string) =>
    chat.web.control.received().data.filter((stanza) => stanza.tag === "ack" && stanza.type === kind).length;
  const before = { calls: acknowledged("call"), others: acknowledged("w:gp2") };
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const blocking = chat.daemon.sql.begin(async (transaction) => {
    await transaction`lock table provider_webhooks, events in share row exclusive mode`;
    locked.resolve();
    await opened;
  });
  await locked.promise;
  const { id } = await chat.people().call(ADA, NUMBER, RING);
  chat.people().createGroup(ADA, "Behind the call", [NUMBER]);
  await eventually("what came behind the call", async () =>
    acknowledged("w:gp2") > before.others ? true : null,
  );
  // the one that it began with says nothing yet
  expect(acknowledged("call") - before.calls).toBeLessThan(2);
  open();
  await blocking;
  await callEvent("call.missed", id);
  await eventually("its acknowledgement", async () => acknowledged("call") === before.calls + 2 || null);
});

test("a channel that rejects calls does so at once, and reports it", async () => {
  const path = `/v1/channels/${chat.channelId}`;
  const { body } = await chat.daemon.call("PATCH", path, { settings: { calls: "reject" } });
  expect(body.settings.calls).toBe("reject");
  // the setting reaches the session a moment later
  const { id } = await eventually("a rejected call", async () => {
    const ended = await chat.people().call(HIDDEN, NUMBER, { ...RING, ringMs: 500 });
    return ended.outcome === "rejected" ? ended : null;
  });
  expect(await callEvent("call.rejected", id)).toMatchObject({ user_id: expect.stringMatching(/@lid$/) });
  expect((await chat.events("call.missed")).map(({ call_id }) => call_id)).not.toContain(id);
  expect((await chat.daemon.call("PATCH", path, { settings: { calls: "take" } })).status).toBe(422);
});

test.each(["no_answer", "error"] as const)(
  "a rejection that WhatsApp meets with %s holds up nothing that comes in, and the call is reported as missed",
  async (fault) => {
    chat.web.control.fault({ fault, at: "call", number: NUMBER });
    const calling = chat.people().call(ADA, NUMBER, { ...RING, ringMs: 500 });
    await eventually("the rejection", async () => chat.web.control.faults().length === 0);
    const message = await chat.receive("text", { body: "You rejected me" });
    expect(message.content.body).toBe("You rejected me");
    const { id, outcome } = await calling;
    expect(outcome).toBe("missed");
    expect(await callEvent("call.missed", id)).toMatchObject({ phone: ADA });
    const all = [...(await chat.events("call.missed")), ...(await chat.events("call.rejected"))];
    expect(all.filter(({ call_id }) => call_id === id)).toHaveLength(1);
  },
);
