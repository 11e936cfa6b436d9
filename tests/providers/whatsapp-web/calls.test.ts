/** Calls to paired numbers: missed, rejected, and taken on the phone. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

const HIDDEN = "15550001812";
const RING = { ringMs: 50, video: false, outcome: "missed" } as const;

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** The event about a call, once it is there. */
const told = (type: string, callId: string) =>
  eventually(`${type} of ${callId}`, async () =>
    (await chat.events(type)).find(({ call_id }) => call_id === callId),
  );

test("a call that nobody takes is told once, with who called", async () => {
  const { contact_id } = await chat.receive("text", { body: "I'll call you" });
  const { id, outcome } = await chat.people().call(ADA, NUMBER, RING);
  expect(outcome).toBe("missed");
  expect(await told("call.missed", id)).toMatchObject({
    ...{ channel_id: chat.channelId, contact_id, phone: ADA, group_id: null },
    user_id: expect.stringMatching(/^\d+@lid$/),
  });
  expect((await chat.events("call.missed")).filter(({ call_id }) => call_id === id)).toHaveLength(1);
});

test("a call is no message", async () => {
  const before = (await chat.events("message.new")).length;
  const { id } = await chat.people().call(ADA, NUMBER, RING);
  await told("call.missed", id);
  await chat.receive("text", { body: "You did not answer" });
  expect(await chat.events("message.new")).toHaveLength(before + 1);
});

test("a call that is taken on the phone makes no event, one that is rejected there does", async () => {
  const taken = await chat.people().call(ADA, NUMBER, { ...RING, outcome: "accepted" });
  const rejected = await chat.people().call(ADA, NUMBER, { ...RING, outcome: "rejected" });
  await told("call.rejected", rejected.id);
  const ids = (await chat.events("call.missed")).map(({ call_id }) => call_id);
  expect(ids).not.toContain(taken.id);
  expect(ids).not.toContain(rejected.id);
});

test("a channel that rejects calls does so at once, and tells of it", async () => {
  const path = `/v1/channels/${chat.channelId}`;
  const { body } = await chat.daemon.call("PATCH", path, { settings: { calls: "reject" } });
  expect(body.settings.calls).toBe("reject");
  // the setting reaches the session a moment later
  const { id } = await eventually("a rejected call", async () => {
    const ended = await chat.people().call(HIDDEN, NUMBER, { ...RING, ringMs: 500 });
    return ended.outcome === "rejected" ? ended : null;
  });
  expect(await told("call.rejected", id)).toMatchObject({ user_id: expect.stringMatching(/@lid$/) });
  expect((await chat.events("call.missed")).map(({ call_id }) => call_id)).not.toContain(id);
  expect((await chat.daemon.call("PATCH", path, { settings: { calls: "take" } })).status).toBe(422);
});
