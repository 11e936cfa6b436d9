import { afterEach, beforeEach, expect, test } from "bun:test";
import { createMemory, type Memory } from "../../../../daemon/sandbox/memory/keep.ts";
import { CROWDS } from "../../../../daemon/sandbox/whatsapp-web/people/sending/crowds.ts";
import { connect, newIdentity } from "../client.ts";
import { logIn, onPhone, pairTalk, receipts, received, startTown, type Town } from "./talk.ts";

let memory: Memory;
let town: Town;
const own = "15550990100";
const pat = "14155550301";
const jid = (number: string) => `${number}@s.whatsapp.net`;

beforeEach(async () => {
  memory = createMemory();
  town = await startTown(memory);
});
afterEach(() => town.stop());

test("messages sent while the client is away come when it is back, in order and marked as such", async () => {
  const talk = await pairTalk(town, own);
  await talk.end();
  const ids: string[] = [];
  for (const body of ["one", "two", "three"]) {
    ids.push(await town.people().control.send(pat, { to: own, kind: "text", content: { body } }));
  }
  const again = await logIn(town, talk.identity);
  await received(again, ids.at(-1) ?? "");
  const came = again.messages.filter(({ message }) => ids.includes(message.key.id ?? ""));
  expect(came.map(({ message }) => message.message?.conversation)).toEqual(["one", "two", "three"]);
  expect(came.map(({ type }) => type)).toEqual(["append", "append", "append"]);
  await again.end();
});

test("what is sent before the client has uploaded keys waits for them", async () => {
  const identity = newIdentity();
  const first = connect(town.sandbox, identity);
  await town.sandbox.control.scan(own, await first.qr());
  await first.closed();
  const id = await town.people().control.send(pat, { kind: "text", content: { body: "early" } });
  const talk = await logIn(town, identity);
  expect((await received(talk, id)).message?.conversation).toBe("early");
  await talk.end();
});

test("sessions, messages and trust survive a restart that keeps everything", async () => {
  const talk = await pairTalk(town, own);
  const before = await talk.socket.sendMessage(jid(pat), { text: "before" });
  await receipts(talk, before?.key.id, 2);
  await talk.end();
  await town.sandbox.control.restart({ keep: true });
  const again = await logIn(town, talk.identity);
  const after = await again.socket.sendMessage(jid(pat), { text: "after" });
  expect(await receipts(again, after?.key.id, 2)).toEqual([undefined, "read"]);
  const texts = town
    .people()
    .control.messages(pat)
    .map(({ text, copies }) => [text, copies]);
  expect(texts).toEqual([
    ["before", 1],
    ["after", 1],
  ]);
  await again.end();
});

test("what a phone was still to report at a restart waits for the client", async () => {
  const talk = await pairTalk(town, own);
  town.people().control.behave(pat, { delayMs: 3_600_000 });
  const sent = await talk.socket.sendMessage(jid(pat), { text: "read later" });
  await onPhone(town, pat, ({ id }) => id === sent?.key.id);
  await town.sandbox.control.restart({ keep: true });
  const again = await logIn(town, talk.identity);
  expect(await receipts(again, sent?.key.id, 2)).toEqual([undefined, "read"]);
  await again.end();
});

test("watchers of a phone are notified when the sandbox restarts, and continue with higher numbers", async () => {
  const ended = Promise.withResolvers<void>();
  const sequences: number[] = [];
  const listener = ({ sequence }: { sequence: number }) => void sequences.push(sequence);
  town.people().control.watch(pat, listener, { ended: ended.resolve });
  await town.people().control.send(pat, { to: own, kind: "text" });
  await town.sandbox.control.restart({ keep: true });
  await ended.promise;
  town.people().control.watch(pat, listener);
  await town.people().control.send(pat, { to: own, kind: "text" });
  expect(sequences).toHaveLength(2);
  expect(sequences.toSorted((one, other) => one - other)).toEqual(sequences);
});

test("people who forgot everything ask for the message again, and the client trusts them", async () => {
  const talk = await pairTalk(town, own);
  const before = await talk.socket.sendMessage(jid(pat), { text: "before" });
  await receipts(talk, before?.key.id, 2);
  const { control } = town.people();
  await control.send(pat, { kind: "text" });
  await onPhone(town, pat, ({ fromMe, status }) => fromMe && status === "delivered");
  for (const key of memory.keys("people/")) memory.delete(key);
  const after = await talk.socket.sendMessage(jid(pat), { text: "after" });
  const entry = await onPhone(town, pat, ({ id, status }) => id === after?.key.id && status === "read");
  expect(entry).toMatchObject({ text: "after", fromMe: false });
  expect(entry.unreadable).toBeGreaterThan(0);
  await talk.end();
});

test("groups and the status are written to, and hold back the rest from a client that refuses them", async () => {
  const talk = await pairTalk(town, own, {
    shouldIgnoreJid: (jid) => Object.values<string>(CROWDS).includes(jid),
  });
  const { control } = town.people();
  const group = await control.send(pat, { kind: "group" });
  const status = await control.send(pat, { kind: "status" });
  const last = await control.send(pat, { kind: "text" });
  await onPhone(town, pat, ({ id, status }) => id === last && status === "delivered");
  const froms = new Set(talk.messages.map(({ message }) => message.key.remoteJid));
  for (const crowd of Object.values(CROWDS)) expect(froms).not.toContain(crowd);
  const [phone] = town.sandbox.control.phones().filter(({ number }) => number === own);
  // Baileys refuses what it ignores: WhatsApp keeps that, to send it first at the next login
  expect(phone?.devices[0]?.waiting).toBe(1);
  for (const [id, from] of [
    [group, CROWDS.group],
    [status, CROWDS.status],
  ] as const)
    await talk.socket.sendMessageAck({ tag: "message", attrs: { id, from } });
  await talk.end();
});

test("two companions of one number both get what comes", async () => {
  const one = await pairTalk(town, own);
  const other = await pairTalk(town, own);
  const id = await town.people().control.send(pat, { kind: "text", content: { body: "to both" } });
  for (const talk of [one, other]) expect((await received(talk, id)).message?.conversation).toBe("to both");
  await one.end();
  await other.end();
});
