/** The forms that stores have had, read without a store. */
import { expect, test } from "bun:test";
import { openStore } from "../../../cli/commands/channels/session/open-store.ts";
import { readBaileys } from "../../../daemon/channels/session-move/stores/baileys.ts";
import { withBytes } from "../../../daemon/channels/session-move/stores/bytes.ts";
import { senderKeyOf, sessionOf } from "../../../daemon/channels/session-move/stores/whatsmeow/signal.ts";

const BYTES = { type: "Buffer", data: "AQL/" };

test.each<[what: string, stored: unknown, expected: unknown]>([
  ["Baileys' own", BYTES, BYTES],
  ["Node's own, a list of numbers", { type: "Buffer", data: [1, 2, 255] }, BYTES],
  ["a Uint8Array through plain JSON", { 0: 1, 1: 2, 2: 255 }, BYTES],
  ["further in", { a: [{ 0: 1, 1: 2, 2: 255 }] }, { a: [BYTES] }],
  ["no bytes: numbers that are too large", { 0: 1, 1: 256 }, { 0: 1, 1: 256 }],
  ["no bytes: places that do not follow each other", { 1: 1, 2: 2 }, { 1: 1, 2: 2 }],
  ["no bytes: an empty object", {}, {}],
  ["no bytes: texts by number", { 0: "AQI=" }, { 0: "AQI=" }],
])("bytes as %s", (_, stored, expected) => {
  expect(withBytes(stored)).toEqual(expected);
});

test("what is nested too deeply is refused", () => {
  expect(() => withBytes(JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`))).toThrow("nested too deeply");
});

const CREDS = { me: { id: "14155550123:7@s.whatsapp.net" }, account: { details: "AQL/" }, additionalData: 1 };

test.each<[name: string, category: string, id: string]>([
  ["pre-key-12", "pre-key", "12"],
  ["session-491700000001.0", "session", "491700000001.0"],
  ["session-182736_1.14", "session", "182736_1.14"],
  ["sender-key-120363@g.us--182736_1--0", "sender-key", "120363@g.us::182736_1::0"],
  ["sender-key-4917-1500@g.us--4917--2", "sender-key", "4917-1500@g.us::4917::2"],
  ["sender-key-120363@g.us::182736_1::0", "sender-key", "120363@g.us::182736_1::0"],
  ["app-state-sync-key-AA__B+c=", "app-state-sync-key", "AA/B+c="],
  ["app-state-sync-version-regular_low", "app-state-sync-version", "regular_low"],
  ["lid-mapping-182736_reverse", "lid-mapping", "182736_reverse"],
])("%s is a %s", (name, category, id) => {
  const { session } = readBaileys(
    [
      ["creds", CREDS],
      [name, "value"],
    ],
    null,
  );
  expect(session.keys).toEqual({ [category]: { [id]: "value" } });
});

test.each(["sender-key-memory-120363@g.us", "device-list-4917", "tctoken-__index", "store", "arrived-1"])(
  "%s is left",
  (name) => {
    expect(
      readBaileys(
        [
          ["creds", CREDS],
          [name, {}],
        ],
        null,
      ).session.keys,
    ).toEqual({});
  },
);

test("of the login, what is needed is taken, and the account's bytes are bytes", () => {
  const { session, number, missing } = readBaileys([["creds", CREDS]], null);
  expect(session.credentials as unknown).toEqual({
    ...{ me: CREDS.me, account: { details: BYTES }, signalIdentities: [] },
  });
  expect(number).toBe("14155550123");
  expect(missing).toHaveLength(5);
});

test.each([[null], [[]], ["text"], [{ me: CREDS.me }], [{ account: {} }]])(
  "%j is the login of no number",
  (creds) => {
    expect(() => readBaileys([["creds", creds]], null)).toThrow("never paired");
  },
);

const chain = (key: string, index: number) => ({
  ...{ SenderRatchetKeyPublic: key, SenderRatchetKeyPrivate: `${key}'`, MessageKeys: [] },
  ChainKey: { Key: `${key}+`, Index: index },
});
const STATE = {
  ...{ PreviousCounter: 4294967295, RemoteIdentityPublic: "them", RemoteRegistrationID: 5, RootKey: "root" },
  ...{
    SenderBaseKey: "base",
    SenderChain: chain("own", 4),
    ReceiverChains: [chain("old", 9), chain("new", 2)],
  },
  PendingPreKey: null,
};
const converted = (state: object) => sessionOf(JSON.stringify(state), 7)._sessions;

test("a session of Go: the last chain is the newest, and counters are those of the message before", () => {
  const [entry] = Object.values(converted({ SessionState: STATE, PreviousStates: [] }));
  expect(entry).toMatchObject({
    currentRatchet: { ephemeralKeyPair: { pubKey: "own", privKey: "own'" }, lastRemoteEphemeralKey: "new" },
    indexInfo: { baseKey: "base", baseKeyType: 2, closed: -1 },
    _chains: {
      own: { chainType: 1, chainKey: { counter: 3, key: "own+" } },
      old: { chainType: 2, chainKey: { counter: 8 } },
      new: { chainType: 2, chainKey: { counter: 1 } },
    },
  });
  expect(entry).toMatchObject({ currentRatchet: { previousCounter: 0 } });
});

test("one that nobody has answered yet says so with each message, and hears by no chain", () => {
  const PendingPreKey = { PreKeyID: { Value: 3, IsEmpty: false }, SignedPreKeyID: 1, BaseKey: "base" };
  const [entry] = Object.values(
    converted({ SessionState: { ...STATE, PendingPreKey }, PreviousStates: null }),
  );
  expect(entry).toMatchObject({
    pendingPreKey: { preKeyId: 3, signedKeyId: 1, baseKey: "base" },
    indexInfo: { baseKeyType: 1 },
  });
  expect(Object.keys(entry?._chains ?? {})).toEqual(["own"]);
});

test("earlier sessions are closed, and those without a key of their own are left", () => {
  const earlier = [
    { ...STATE, SenderBaseKey: "before" },
    { ...STATE, SenderBaseKey: "" },
  ];
  const entries = converted({ SessionState: STATE, PreviousStates: earlier });
  expect(Object.keys(entries)).toEqual(["base", "before"]);
  expect(entries.before?.indexInfo.closed).toBe(7);
});

test("keys of a group: the newest is first in Go and last in Baileys; zeros are no private key", () => {
  const state = (id: number, secret: Buffer) => ({
    ...{ KeyID: id, SenderChainKey: { Iteration: id, ChainKey: "AQL/" }, SigningKeyPublic: "AQL/" },
    SigningKeyPrivate: secret.toString("base64"),
  });
  const record = { SenderKeyStates: [state(2, Buffer.alloc(32)), state(1, Buffer.from([1, 2, 255]))] };
  const { data } = senderKeyOf(JSON.stringify(record));
  expect(JSON.parse(Buffer.from(data, "base64").toString())).toMatchObject([
    { senderKeyId: 1, senderSigningKey: { private: BYTES } },
    { senderKeyId: 2, senderSigningKey: { private: { data: "" } } },
  ]);
});

test("a URL that can't be read is not repeated: it has a password", async () => {
  const message = await openStore("mongodb://anna:secret@db/evolution").catch(
    ({ message }: Error) => message,
  );
  expect(message).toBe("--from: no such database is read");
});
