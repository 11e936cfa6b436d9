import { afterAll, beforeAll, expect, test } from "bun:test";
import { pairTalk, startTown, type Talk, type Town } from "./talk.ts";

let town: Town;
let talk: Talk;
const MESSAGES = 200;

beforeAll(async () => {
  town = await startTown();
  talk = await pairTalk(town, "15550990100");
});
afterAll(async () => {
  await talk.end();
  await town.stop();
});

test("200 messages each way with one person at the same time arrive once, readable and in order", async () => {
  const { control, lidOf } = town.people();
  const pat = "14155550401";
  const numbers = Array.from({ length: MESSAGES }, (_, index) => String(index));
  const out = numbers.map((text) => talk.socket.sendMessage(`${lidOf(pat)}@lid`, { text }));
  const back = numbers.map((body) => control.send(pat, { kind: "text", content: { body } }));
  await Promise.all([...out, ...back]);
  const came = () =>
    talk.messages.filter(({ message }) => message.message?.conversation !== undefined && !message.key.fromMe);
  await talk.see(() => came().length >= MESSAGES);
  await talk.see(() => talk.stanzas.filter(({ attrs }) => attrs.type === "read").length >= MESSAGES);
  expect(came().map(({ message }) => message.message?.conversation)).toEqual(numbers);
  const there = control.messages(pat).filter(({ fromMe }) => !fromMe);
  expect(there.map(({ text }) => text)).toEqual(numbers);
  expect(control.counts(pat)).toEqual({ total: MESSAGES, distinct: MESSAGES, repeated: [], unreadable: 0 });
  expect(control.messages(pat).filter(({ retries }) => retries > 0)).toEqual([]);
  expect(control.failures()).toEqual([]);
});
