/** Reading a phone's history as its bytes come. */
import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { proto } from "baileys";
import { openLibrary } from "../../../../daemon/providers/whatsapp-web/library/library.ts";
import type { Learnt } from "../../../../daemon/providers/whatsapp-web/receive/history/digest.ts";
import { readHistory } from "../../../../daemon/providers/whatsapp-web/receive/history/read.ts";
import { LONG_MS } from "../../../support/long.ts";

const library = await openLibrary();

type Chat = proto.IConversation;

function chat(number: number, more: Partial<Chat> = {}): Chat {
  const id = `${20_000_000_000 + number}@lid`;
  return {
    id,
    name: `Person ${number}`,
    pnJid: `${491_700_000_000 + number}@s.whatsapp.net`,
    messages: [message(id, { message: { conversation: "x".repeat(300) } })],
    ...more,
  };
}

function message(remoteJid: string, more: Partial<proto.IWebMessageInfo>): proto.IHistorySyncMsg {
  return { message: { key: { remoteJid, fromMe: false, id: "1" }, ...more } };
}

function encoded(conversations: Chat[], more: Partial<proto.IHistorySync> = {}): Buffer {
  const syncType = proto.HistorySync.HistorySyncType.RECENT;
  return Buffer.from(proto.HistorySync.encode({ syncType, conversations, ...more }).finish());
}

async function* pieces(bytes: Uint8Array, size = bytes.length): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a history; returns all that was learnt, and how it went. */
async function read(compressed: AsyncIterable<Uint8Array>) {
  const all: Learnt = { people: [], pairs: [], tokens: [], timers: [] };
  let most = 0;
  const result = await readHistory(library, compressed, async ({ people, pairs, tokens, timers }) => {
    most = Math.max(most, people.length);
    all.people.push(...people);
    all.pairs.push(...pairs);
    all.tokens.push(...tokens);
    all.timers.push(...timers);
  });
  return { ...result, ...all, most, names: all.people.map(({ name }) => name) };
}

test("who is in a history is learnt, a few at a time, with numbers, timers and tokens", async () => {
  const special = chat(1, {
    ephemeralExpiration: 86_400,
    ephemeralSettingTimestamp: 1_700_000_000,
    tcToken: Buffer.from("token"),
    tcTokenTimestamp: 1_700_000_001,
  });
  const chats = [special, ...Array.from({ length: 1000 }, (_, index) => chat(index + 2))];
  const found = await read(pieces(deflateSync(encoded(chats)), 1000));
  expect(found).toMatchObject({ damage: null, broken: 0 });
  expect(found.most).toBeLessThan(300);
  expect(found.names).toEqual(chats.map(({ name }) => name ?? null));
  expect(found.pairs).toEqual(chats.map(({ id, pnJid }) => ({ lid: id ?? "", pn: pnJid ?? "" })));
  expect(found.timers).toEqual([{ jid: special.id ?? "", seconds: 86_400, at: 1_700_000_000_000 }]);
  expect(found.tokens).toMatchObject([{ jid: special.id, givenAt: 1_700_000_001 }]);
});

test("names, pairs, businesses, and numbers that only receipts have are learnt, wherever the bytes are cut", async () => {
  const silent = chat(1, { pnJid: null });
  silent.messages = [
    message(silent.id ?? "", {
      messageStubType: proto.WebMessageInfo.StubType.BIZ_PRIVACY_MODE_TO_BSP,
      messageStubParameters: ["Bakery"],
    }),
    message(silent.id ?? "", {
      key: { remoteJid: silent.id ?? "", fromMe: true, id: "2" },
      userReceipt: [{ userJid: "491700000001@s.whatsapp.net" }],
    }),
  ];
  const history = encoded([silent, chat(2, { pnJid: null })], {
    pushnames: [{ id: "491700000003@s.whatsapp.net", pushname: "Ada" }],
    phoneNumberToLidMappings: [{ lidJid: "20000000004@lid", pnJid: "491700000004@s.whatsapp.net" }],
  });
  for (const size of [1, 2, 7, 10_000]) {
    const found = await read(pieces(deflateSync(history, { level: 0 }), size));
    expect(found.names).toEqual(["Bakery", "Person 1", "Person 2", "Ada", null]);
    expect(found.pairs).toEqual([
      { lid: "20000000001@lid", pn: "491700000001@s.whatsapp.net" },
      { lid: "20000000004@lid", pn: "491700000004@s.whatsapp.net" },
    ]);
  }
});

test("a chat that makes no sense is passed over, and the rest is learnt", async () => {
  // chats of four bytes, with a message of 127 bytes, with a tag that no field has, and with an id that is a number
  const spoiled = [
    [0x12, 4, 0x12, 0x7f, 0, 0],
    [0x12, 4, 7, 7, 7, 7],
    [0x12, 4, 0x08, 1, 0x08, 1],
  ].map((bytes) => Buffer.from(bytes));
  const history = Buffer.concat([encoded([chat(1)]), ...spoiled, encoded([chat(3)])]);
  const found = await read(pieces(deflateSync(history)));
  expect(found).toMatchObject({ damage: null, broken: 3 });
  expect(found.names).toEqual(["Person 1", "Person 3"]);
});

test("a history that is cut short, spoiled or no history is learnt as far as it goes", async () => {
  const whole = encoded([chat(1), chat(2)]);
  const cut = await read(pieces(deflateSync(whole.subarray(0, -20))));
  expect(cut.damage).toContain("cut short");
  expect(cut.names).toEqual(["Person 1"]);
  const stopped = await read(pieces(deflateSync(whole).subarray(0, -10)));
  expect(stopped.damage).toContain("inflated");
  const noise = await read(pieces(deflateSync(Buffer.alloc(100, 0xff))));
  expect(noise.damage).toContain("no message");
});

test(
  "a chat of any size is read message by message, and what blows up is not read on",
  async () => {
    const text = message("20000000001@lid", { message: { conversation: "y".repeat(1_000_000) } });
    const large = chat(1, { messages: Array.from({ length: 40 }, () => text) });
    const endless = chat(2, { name: "z".repeat(1_000_000) });
    const found = await read(pieces(deflateSync(encoded([large, endless]))));
    expect(found.names).toEqual(["Person 1", null]);
    const megabyte = Buffer.alloc(1_048_576);
    // a field that nobody reads, and that has no end
    const bomb = deflateSync(Buffer.concat([Buffer.from([0x4a, 0xff, 0xff, 0xff, 0xff, 0x7f]), megabyte]));
    expect((await read(pieces(bomb))).damage).toContain("cut short");
  },
  LONG_MS,
);

test("nothing more is read when it can't be stored", async () => {
  const history = deflateSync(encoded(Array.from({ length: 1000 }, (_, index) => chat(index))));
  const failing = readHistory(library, pieces(history), async () => {
    throw new Error("no database");
  });
  expect(failing).rejects.toThrow("no database");
});
