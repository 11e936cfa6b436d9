import { afterAll, beforeAll, expect, test } from "bun:test";
import { onPhone, pairTalk, receipts, startTown, type Talk, type Town } from "./talk.ts";

let town: Town;
let talk: Talk;
const own = "15550990100";

beforeAll(async () => {
  town = await startTown();
  talk = await pairTalk(town, own);
});
afterAll(async () => {
  await talk.end();
  await town.stop();
});

const jid = (number: string) => `${number}@s.whatsapp.net`;
const lid = (number: string) => `${town.people().lidOf(number)}@lid`;

async function sendText(to: string, text: string): Promise<string> {
  const sent = await talk.socket.sendMessage(to, { text });
  return sent?.key.id ?? "";
}

test("a text reaches the phone once, is delivered and read, and the own phone has a copy", async () => {
  const id = await sendText(jid("14155550101"), "hello");
  expect(await receipts(talk, id, 2)).toEqual([undefined, "read"]);
  const [message] = town.people().control.messages("14155550101");
  expect(message).toMatchObject({ id, kind: "text", text: "hello", copies: 1, status: "read", chat: own });
  const copy = await onPhone(town, own, (entry) => entry.id === id);
  expect(copy).toMatchObject({ chat: "14155550101", fromMe: true, text: "hello" });
});

test("the own phone says that it has its copy, unless it reports nothing", async () => {
  const byOwnPhone = () =>
    talk.stanzas.filter(({ attrs }) => attrs.type === "sender").map(({ attrs }) => attrs.id);
  const { behave } = town.people().control;
  behave(own, { reports: [] });
  const quiet = await sendText(jid("14155550119"), "quiet");
  await onPhone(town, own, (entry) => entry.id === quiet);
  behave(own, { reports: [["delivered"]] });
  const heard = await sendText(jid("14155550119"), "heard");
  await talk.see(() => byOwnPhone().includes(heard));
  expect(byOwnPhone()).not.toContain(quiet);
});

test("a text to a LID is answered from the LID", async () => {
  const id = await sendText(lid("14155550102"), "hello");
  expect(await receipts(talk, id, 2)).toEqual([undefined, "read"]);
  const froms = talk.stanzas.filter(({ attrs }) => attrs.id === id && attrs.type === "read");
  expect(froms.map(({ attrs }) => attrs.from)).toEqual([lid("14155550102")]);
});

test("a voice message is played", async () => {
  const message = { audioMessage: { ptt: true, mimetype: "audio/ogg" } };
  const id = await talk.socket.relayMessage(jid("14155550103"), message, {});
  expect(await receipts(talk, id, 3)).toEqual([undefined, "read", "played"]);
});

test("numbers that mean something report as their table says", async () => {
  const ends = {
    "15550000901": [undefined],
    "15550001101": ["read"],
    "15550001201": ["read", undefined],
    "15550001301": [undefined, undefined, "read", "read"],
  };
  for (const [number, reports] of Object.entries(ends)) {
    const id = await sendText(jid(number), "hello");
    expect(await receipts(talk, id, reports.length)).toEqual(reports);
  }
});

test("the server answers messages to some numbers with a refusal, or not at all", async () => {
  const answers = async (number: string, text: string) => {
    const id = await sendText(jid(number), text);
    const { attrs } = await talk.see(() =>
      talk.stanzas.find(({ tag, attrs }) => tag === "ack" && attrs.id === id),
    );
    return attrs.error;
  };
  for (const [number, errors] of Object.entries({
    "15550000301": ["429", "429", undefined],
    "15550001001": ["463", "463", "463"],
    "15550001401": ["479", "479", undefined],
  })) {
    for (const [turn, error] of errors.entries()) expect(await answers(number, String(turn))).toBe(error);
  }
  const id = await sendText(jid("15550000501"), "hello");
  expect(await receipts(talk, id, 2)).toEqual([undefined, "read"]);
  expect(talk.stanzas.some(({ tag, attrs }) => tag === "ack" && attrs.id === id)).toBe(false);
});

test("somebody who writes back does it in the same chat", async () => {
  await sendText(jid("15550000801"), "anybody there?");
  const { message } = await talk.see(() =>
    talk.messages.find(({ message }) => message.message?.conversation?.startsWith("Hello")),
  );
  expect(message.key.remoteJid).toBe(jid("15550000801"));
});

test("a number that is not on WhatsApp is not found", async () => {
  const found = await talk.socket.onWhatsApp("15550000101", "14155550101");
  expect(found?.filter(({ exists }) => exists).map((entry) => entry.jid)).toEqual([jid("14155550101")]);
});

test("an unreadable message is requested again and arrives once", async () => {
  const id = await sendText(jid("15550001601"), "hello");
  expect(await receipts(talk, id, 3)).toEqual(["retry", undefined, "read"]);
  const [message] = town.people().control.messages("15550001601");
  expect(message).toMatchObject({ copies: 1, unreadable: 1, text: "hello" });
});

test("a message that can never be read is given up", async () => {
  const id = await sendText(jid("15550001701"), "hello");
  await onPhone(town, "15550001701", (message) => message.id === id && message.unreadable > 2);
  expect(town.people().control.counts("15550001701")).toMatchObject({ total: 0, distinct: 0 });
});

test("the same id sent again counts as a second copy and stays one message", async () => {
  const id = await sendText(jid("14155550104"), "hello");
  await receipts(talk, id, 2);
  await talk.socket.relayMessage(jid("14155550104"), { conversation: "hello" }, { messageId: id });
  await onPhone(town, "14155550104", ({ copies }) => copies === 2);
  const counts = town.people().control.counts("14155550104");
  expect(counts).toEqual({ total: 2, distinct: 1, repeated: [{ id, copies: 2 }], unreadable: 0 });
});

test("edits, reactions and revokes change what is on the phone", async () => {
  const to = jid("14155550105");
  const key = { remoteJid: to, fromMe: true, id: await sendText(to, "helo") };
  await talk.socket.sendMessage(to, { text: "hello", edit: key });
  expect(await onPhone(town, "14155550105", ({ edits }) => edits.length > 0)).toMatchObject({
    text: "helo",
    edits: ["hello"],
  });
  await talk.socket.sendMessage(to, { react: { text: "👍", key } });
  await onPhone(town, "14155550105", ({ reactions }) => reactions[own] === "👍");
  await talk.socket.sendMessage(to, { react: { text: "", key } });
  await onPhone(town, "14155550105", ({ id, reactions }) => id === key.id && reactions[own] === undefined);
  await talk.socket.sendMessage(to, { delete: key });
  await onPhone(town, "14155550105", ({ deleted }) => deleted);
});

test("the phone sees that somebody writes", async () => {
  const seen = Promise.withResolvers<unknown>();
  const unwatch = town.people().control.watch("14155550106", seen.resolve);
  await talk.socket.sendPresenceUpdate("recording", jid("14155550106"));
  expect(await seen.promise).toMatchObject({ type: "chatstate", presence: "recording", from: own });
  unwatch();
});

test("a message that starts a session must bring a device identity that the phone signed", async () => {
  const { account } = talk.identity.state.creds;
  if (account === undefined) throw new Error("not paired");
  talk.identity.state.creds.account = { ...account, accountSignature: Buffer.alloc(64) };
  const id = await sendText(jid("14155550107"), "hello");
  expect(await receipts(talk, id, 1)).toEqual(["retry"]);
  talk.identity.state.creds.account = account;
  await onPhone(town, "14155550107", ({ copies, unreadable }) => copies === 1 && unreadable > 0);
});

test("nothing went wrong inside", () => {
  expect(town.people().control.failures()).toEqual([]);
});
