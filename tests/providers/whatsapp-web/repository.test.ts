/** Messages that come again, in Baileys' Signal repository made safe. */
import { expect, spyOn, test } from "bun:test";
import * as library from "baileys";
import { ProtocolAddress, SessionBuilder, SessionCipher, type SessionRecord } from "libsignal";
import { createEnvelopes } from "../../../daemon/providers/whatsapp-web/connection/incoming/envelopes.ts";
import type { KeyStore } from "../../../daemon/providers/whatsapp-web/connection/keys/key-store.ts";
import { createKeyWriter } from "../../../daemon/providers/whatsapp-web/connection/keys/key-writer.ts";
import { ARRIVED } from "../../../daemon/providers/whatsapp-web/connection/signal/arrived.ts";
import { safeRepository } from "../../../daemon/providers/whatsapp-web/connection/signal/repository.ts";
import { openLibrary } from "../../../daemon/providers/whatsapp-web/library/library.ts";

const SENDER = "491700000001@s.whatsapp.net";
const LID = "111222333444@lid";
const GROUP = "120363041234567890@g.us";

test("a message that comes again is had from where it lies, and shows nothing once it is settled", async () => {
  const { read, settle } = await fixture();
  expect((await read()).conversation).toBe("hello");
  expect((await read()).conversation).toBe("hello");
  await settle();
  expect(Object.keys(await read())).toEqual(["placeholderMessage"]);
});

test("a message in a group that comes again is had from where it lies, and shows nothing once it is settled", async () => {
  const { readInGroup, settle } = await fixture();
  expect((await readInGroup()).conversation).toBe("hello");
  expect((await readInGroup()).conversation).toBe("hello");
  await settle();
  expect(Object.keys(await readInGroup())).toEqual(["placeholderMessage"]);
});

test("a repeated message of the own phone between devices is requested again", async () => {
  const { read } = await fixture({ category: "peer" });
  expect((await read()).conversation).toBe("hello");
  expect(await read().catch((cause: Error) => cause.message)).toBe("Key used already or never filled");
});

test("an envelope that is not opened is stuck, until it is", async () => {
  const { note, read, envelopes } = await fixture();
  expect(envelopes.stuckForMs()).toBe(0);
  note();
  await Bun.sleep(1);
  expect(envelopes.stuckForMs()).toBeGreaterThan(0);
  await read();
  expect(envelopes.stuckForMs()).toBe(0);
});

test("a writer leaves no timers behind, which would keep the keys of the conversation in memory", async () => {
  const { keyWriter, read, repository } = await fixture();
  using timers = watchTimers();
  await read();
  await repository.lidMapping.storeLIDPNMappings([{ lid: LID, pn: SENDER }]);
  await keyWriter.keys.set({ "device-list": { [numberOf(SENDER)]: ["0"] } });
  expect((await repository.migrateSession(SENDER, LID)).migrated).toBe(1);
  expect(await repository.lidMapping.getLIDForPN(SENDER)).toBe(LID);
  expect(timers.left()).toBe(0);
});

/** A number, one message to it, and one in a group that it is in. */
async function fixture(attributes: Record<string, string> = {}) {
  await openLibrary();
  const { creds, envelopes, keyWriter, repository } = sessionOf("15557010001:1@s.whatsapp.net");
  const oneTime = library.Curve.generateKeyPair();
  await keyWriter.keys.set({ "pre-key": { 1: oneTime } });
  const ciphertext = await written(creds, oneTime.public);
  const stanza = {
    tag: "message",
    attrs: { id: "A1", from: SENDER, ...attributes },
    content: [{ tag: "enc", attrs: { type: "pkmsg" }, content: ciphertext }],
  };
  const note = () => envelopes.note(stanza);
  const inGroup = await writtenInGroup(repository);
  return {
    ...{ envelopes, keyWriter, note, repository },
    async read() {
      note();
      const plaintext = await repository.decryptMessage({ jid: SENDER, type: "pkmsg", ciphertext });
      return messageIn(plaintext);
    },
    async readInGroup() {
      const content = [{ tag: "enc", attrs: { type: "skmsg" }, content: inGroup }];
      envelopes.note({ tag: "message", attrs: { id: "A1", from: GROUP, participant: SENDER }, content });
      return messageIn(
        await repository.decryptGroupMessage({ group: GROUP, authorJid: SENDER, msg: inGroup }),
      );
    },
    settle: async () => await keyWriter.keys.set({ [ARRIVED]: { A1: null } } as object),
  };
}

function sessionOf(id: string) {
  const keyWriter = createKeyWriter({ library, store: memoryStore(), onFailure() {} });
  const creds = { ...library.initAuthCreds(), me: { id } };
  const log = { level: "silent", ...silence, child: () => log };
  const options = { maxCommitRetries: 1, delayBetweenTriesMs: 0 };
  const keys = library.addTransactionCapability(keyWriter.keys, log, options);
  const envelopes = createEnvelopes(() => false);
  const repository = safeRepository(library, keyWriter, envelopes)({ creds, keys }, log, async () => []);
  return { creds, envelopes, keyWriter, repository };
}

function numberOf(jid: string): string {
  return jid.replace(/@.*/, "");
}

/** Timers that are set and neither over nor taken back. */
function watchTimers() {
  const left = new Set<unknown>();
  const set = spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number) => {
    const timer = setTimer(() => {
      left.delete(timer);
      work();
    }, ms);
    left.add(timer);
    return timer;
  }) as typeof setTimeout);
  const clear = spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    left.delete(timer);
    clearTimer(timer as Timer);
  });
  return {
    left: () => left.size,
    [Symbol.dispose]() {
      set.mockRestore();
      clear.mockRestore();
    },
  };
}

function messageIn(plaintext: Uint8Array) {
  const { proto, unpadRandomMax16 } = library;
  return proto.Message.toObject(proto.Message.decode(unpadRandomMax16(plaintext)));
}

const { setTimeout: setTimer, clearTimeout: clearTimer } = globalThis;
const silence = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

function memoryStore(): KeyStore {
  const kept = new Map<string, string | null>();
  return {
    loadCredentials: async () => null,
    async read(category, ids) {
      const found = ids.map((id) => [id, kept.get(`${category} ${id}`)] as const);
      return new Map(found.flatMap(([id, text]) => (typeof text === "string" ? [[id, text]] : [])));
    },
    list: async () => new Map(),
    async write({ keys }) {
      for (const [category, values] of keys)
        for (const [id, text] of values) kept.set(`${category} ${id}`, text);
    },
  };
}

/** A message in a group, whose reader has the writer's key. */
async function writtenInGroup(reader: library.SignalRepositoryWithLIDStore): Promise<Uint8Array> {
  const { repository: writer } = sessionOf(SENDER);
  const data = library.writeRandomPadMax16(library.proto.Message.encode({ conversation: "hello" }).finish());
  const { ciphertext, senderKeyDistributionMessage: key } = await writer.encryptGroupMessage({
    ...{ group: GROUP, meId: SENDER, data },
  });
  const item = { groupId: GROUP, axolotlSenderKeyDistributionMessage: key };
  await reader.processSenderKeyDistributionMessage({ authorJid: SENDER, item });
  return ciphertext;
}

/** A message from somebody who never wrote before. */
async function written(creds: library.AuthenticationCreds, oneTime: Uint8Array): Promise<Buffer> {
  const { Curve, generateSignalPubKey, proto, writeRandomPadMax16 } = library;
  const identity = Curve.generateKeyPair();
  const publicKey = (key: Uint8Array) => Buffer.from(generateSignalPubKey(key));
  let record: SessionRecord | null = null;
  const storage = {
    loadSession: async () => record,
    async storeSession(_id: string, next: SessionRecord) {
      record = next;
    },
    isTrustedIdentity: () => true,
    loadPreKey: async () => undefined,
    removePreKey() {},
    loadSignedPreKey: () => ({ privKey: Buffer.alloc(0), pubKey: Buffer.alloc(0) }),
    getOurRegistrationId: () => 1,
    getOurIdentity: () => ({
      privKey: Buffer.from(identity.private),
      pubKey: publicKey(identity.public),
    }),
  };
  const address = new ProtocolAddress("number", 0);
  const { keyPair, signature, keyId } = creds.signedPreKey;
  await new SessionBuilder(storage, address).initOutgoing({
    registrationId: creds.registrationId,
    identityKey: publicKey(creds.signedIdentityKey.public),
    signedPreKey: { keyId, publicKey: publicKey(keyPair.public), signature: Buffer.from(signature) },
    preKey: { keyId: 1, publicKey: publicKey(oneTime) },
  });
  const padded = writeRandomPadMax16(proto.Message.encode({ conversation: "hello" }).finish());
  const { body } = await new SessionCipher(storage, address).encrypt(padded);
  return Buffer.from(body, "binary");
}
