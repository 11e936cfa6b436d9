/** Faults between a paired number and WhatsApp: nothing is lost, nothing comes twice. */

import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { untilStatus } from "../../gateway/support.ts";
import { LONG_MS } from "../../support/long.ts";
import { eventually, until } from "../../support/until.ts";
import { ADA, type Chat, NUMBER, startChat } from "./chat.ts";

setDefaultTimeout(LONG_MS);

let chat: Chat;

beforeAll(async () => {
  chat = await startChat();
});

afterEach(() => chat.web.control.clearFaults());
afterAll(() => chat.stop());

test("without an ack, a receipt shows that the message is there", async () => {
  chat.web.control.fault({ fault: "no_ack" });
  const message = await chat.sent("text", { body: "No ack" }, "read");
  // the receipt may be written down before the end of the attempt
  const ended = await eventually("end of its attempt", async () => {
    const { body } = await chat.daemon.call("GET", `/v1/messages/${message.id}`);
    return body.attempts > 0 && body;
  });
  expect(ended.attempts).toBe(1);
  expect(await chat.onPhone(message.provider_message_id)).toMatchObject({ copies: 1 });
});

test("a slow ack is waited for: sent only then", async () => {
  const silent = "15550000401";
  // the number's own phone gets a copy, and its receipt would do as well
  chat.people().behave(NUMBER, { reports: [] });
  chat.web.control.fault({ fault: "slow_ack", delay_ms: 2500 });
  const id = await chat.send("text", { body: "Slow" }, silent);
  await eventually("phone", async () => (chat.people().messages(silent).length > 0 ? true : null));
  const { body } = await chat.daemon.call("GET", `/v1/messages/${id}`);
  expect(body.status).toBe("sending");
  await chat.daemon.until(id, "sent");
});

test("a phone that can't read a message asks for it again, and gets the same one", async () => {
  const message = await chat.daemon.until(await chat.send("text", { body: "Again" }, "15550001601"), "read");
  expect(await chat.onPhone(message.provider_message_id, "15550001601")).toMatchObject({
    text: "Again",
    copies: 1,
    unreadable: 1,
  });
});

test("error 479 is tried once more with new sessions", async () => {
  chat.web.control.fault({ fault: "ack_479" });
  const message = await chat.sent("text", { body: "Rejected once" }, "read");
  expect(message.attempts).toBe(1);
  chat.web.control.fault({ fault: "ack_479", times: 2 });
  const failed = await chat.sent("text", { body: "Rejected twice" }, "failed");
  expect(failed.error).toMatchObject({ code: "stanza_rejected", provider_code: "479" });
});

test("error 429 slows the channel down and the message arrives", async () => {
  chat.web.control.fault({ fault: "ack_429" });
  const message = await chat.sent("text", { body: "Too fast" }, "read");
  expect(message.attempts).toBe(2);
  expect(await chat.onPhone(message.provider_message_id)).toMatchObject({ copies: 1 });
});

test("a connection that drops with a message on its way: it is sent again as the same message", async () => {
  chat.web.control.fault({ fault: "drop", at: "message" });
  const message = await chat.sent("text", { body: "Dropped" }, "read");
  expect(await chat.onPhone(message.provider_message_id)).toMatchObject({ copies: 1, text: "Dropped" });
});

test("what is accepted and written while away arrives, once, in order", async () => {
  await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await untilStatus(chat.daemon.call)(chat.channelId, "disconnected");
  const ids = [];
  for (const body of ["Away 1", "Away 2", "Away 3"]) ids.push(await chat.send("text", { body }));
  const theirs = [];
  for (const body of ["In 1", "In 2", "In 3"])
    theirs.push(await chat.people().send(ADA, { kind: "text", content: { body }, to: NUMBER }));
  const { body } = await chat.daemon.call("GET", `/v1/messages/${ids[0]}`);
  expect(body).toMatchObject({ status: "queued", attempts: 0 });
  await chat.daemon.call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  await untilStatus(chat.daemon.call)(chat.channelId, "connected");
  for (const id of ids) await chat.daemon.until(id, "read");
  const texts = chat
    .people()
    .messages(ADA)
    .map(({ text, copies }) => `${text} ${copies}`);
  expect(texts.filter((text) => text.startsWith("Away"))).toEqual(["Away 1 1", "Away 2 1", "Away 3 1"]);
  const records = await Promise.all(theirs.map(chat.record));
  expect(records.map(({ content }) => content.body)).toEqual(["In 1", "In 2", "In 3"]);
});

test("messages are acknowledged: those that are left out plainly, and those that are read", async () => {
  const ids = [
    await chat.people().send(ADA, { kind: "group", to: NUMBER }),
    await chat.people().send(ADA, { kind: "status", to: NUMBER }),
    await chat.people().send(ADA, { kind: "text", to: NUMBER, content: { body: "Hi" } }),
  ];
  const acks = () =>
    chat.web.control.received().data.filter(({ tag, id }) => tag === "ack" && ids.includes(id ?? ""));
  await until(() => acks().length === ids.length);
  expect(acks().map(({ id, error }) => ({ id, error }))).toEqual(ids.map((id) => ({ id, error: null })));
});

test("a status that came before holds nothing back at the next login", async () => {
  const { call } = chat.daemon;
  await chat.people().send(ADA, { kind: "status", to: NUMBER });
  await chat.receive("text", { body: "Before" });
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await untilStatus(call)(chat.channelId, "disconnected");
  const id = await chat.people().send(ADA, { kind: "text", content: { body: "Behind it" }, to: NUMBER });
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  expect(await chat.record(id)).toMatchObject({ content: { body: "Behind it" } });
});

test("error 463 of a locked account holds new contacts back until WhatsApp's end of it, and nobody else", async () => {
  const until = new Date(Date.now() + 3600_000);
  await chat.receive("text", { body: "I know you" });
  // WhatsApp's news of the lock could come first: then nobody new is called
  chat.web.control.restrict(NUMBER, { lockedUntil: until.toISOString() }, false);
  const failed = await chat.daemon.until(await chat.send("text", { body: "Cold" }, "491700000051"), "failed");
  expect(failed.error).toMatchObject({ code: "reachout_restricted", provider_code: "463", retryable: false });
  expect(failed.attempts).toBe(1);
  const channel = await untilStatus(chat.daemon.call)(chat.channelId, "restricted");
  expect(channel.status_reason).toContain(until.toISOString().slice(0, 10));
  const waiting = await chat.send("text", { body: "Waits" }, "491700000052");
  const held = await chat.daemon.until(waiting, "scheduled");
  expect(held.held.reason).toBe("new_chats_locked");
  expect(Math.abs(Date.parse(held.held.until) - until.getTime())).toBeLessThan(2000);
  await chat.sent("text", { body: "An answer" }, "read");
  chat.web.control.restrict(NUMBER, { lockedUntil: null });
  expect((await chat.daemon.until(waiting, "read")).held).toBeNull();
  await untilStatus(chat.daemon.call)(chat.channelId, "connected");
});

test("error 463 of an account that is not locked holds this person back, and nobody else", async () => {
  const refused = "15550001051";
  await chat.daemon.until(await chat.send("text", { body: "Cold" }, refused), "failed");
  const waiting = await chat.send("text", { body: "Waits" }, refused);
  const others = Array.from({ length: 200 }, (_, n) => String(491_700_001_000 + n));
  const ids = await Promise.all(others.map((to) => chat.send("text", { body: "Hello" }, to)));
  // one after another: two hundred that ask all the time leave the messages no processor
  for (const id of ids) await chat.daemon.until(id, "read");
  const { status, held } = (await chat.daemon.call("GET", `/v1/messages/${waiting}`)).body;
  expect({ status, reason: held.reason }).toEqual({ status: "scheduled", reason: "recipient_refused" });
  expect(Date.parse(held.until)).toBeGreaterThan(Date.now() + 3500_000);
  const listed = await chat.daemon.call("GET", "/v1/messages?status=scheduled");
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(waiting);
  await untilStatus(chat.daemon.call)(chat.channelId, "connected");
});

test("a restriction that began while away is seen at the next connection", async () => {
  const { call } = chat.daemon;
  await call("POST", `/v1/channels/${chat.channelId}/disconnect`, {});
  await untilStatus(call)(chat.channelId, "disconnected");
  chat.web.control.restrict(NUMBER, { lockedUntil: new Date(Date.now() + 3600_000).toISOString() });
  await call("POST", `/v1/channels/${chat.channelId}/connect`, {});
  await untilStatus(call)(chat.channelId, "restricted");
  chat.web.control.restrict(NUMBER, { lockedUntil: null });
  await untilStatus(call)(chat.channelId, "connected");
});
