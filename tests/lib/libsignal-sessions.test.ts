/** Signal sessions that survive messages of other sessions and long conversations, with the library itself. */
import { beforeAll, expect, test } from "bun:test";
import { BufferJSON, Curve, generateSignalPubKey } from "baileys";
import { ProtocolAddress, SessionBuilder, SessionCipher, type SessionRecord } from "libsignal";
import { isKeyUsed } from "../../daemon/lib/libsignal-sessions.ts";
import { createKeyCodec } from "../../daemon/providers/whatsapp-web/connection/keys/key-codec.ts";
import { openLibrary } from "../../daemon/providers/whatsapp-web/library/library.ts";

type Envelope = { type: number; body: Buffer };

beforeAll(async () => void (await openLibrary()));

/** Someone with keys, and one record of sessions with one other person. */
function person() {
  const [identity, signed, oneTime] = [
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
  ];
  const pairOf = (pair: typeof identity) => ({
    privKey: Buffer.from(pair.private),
    pubKey: publicOf(pair),
  });
  const publicOf = ({ public: key }: typeof identity) => Buffer.from(generateSignalPubKey(key));
  let record: SessionRecord | null = null;
  const storage = {
    loadSession: async () => record,
    async storeSession(_id: string, next: SessionRecord) {
      record = next;
    },
    isTrustedIdentity: () => true,
    loadPreKey: async () => pairOf(oneTime),
    removePreKey() {},
    loadSignedPreKey: () => pairOf(signed),
    getOurRegistrationId: () => 1,
    getOurIdentity: () => pairOf(identity),
  };
  const address = new ProtocolAddress("other", 0);
  const cipher = new SessionCipher(storage, address);
  const publicKey = publicOf(signed);
  return {
    bundle: {
      registrationId: 1,
      identityKey: publicOf(identity),
      signedPreKey: { keyId: 1, publicKey, signature: Buffer.from(Curve.sign(identity.private, publicKey)) },
      preKey: { keyId: 1, publicKey: publicOf(oneTime) },
    },
    meet: (bundle: Parameters<SessionBuilder["initOutgoing"]>[0]) =>
      new SessionBuilder(storage, address).initOutgoing(bundle),
    async write(text: string): Promise<Envelope> {
      const { type, body } = await cipher.encrypt(Buffer.from(text));
      return { type, body: Buffer.from(body, "binary") };
    },
    async read({ type, body }: Envelope): Promise<string> {
      const plaintext =
        type === 3
          ? await cipher.decryptPreKeyWhisperMessage(body)
          : await cipher.decryptWhisperMessage(body);
      return plaintext.toString();
    },
    /** Its record of sessions, as it is kept. */
    kept: () => record?.serialize(),
    /** How many bytes its record of sessions takes. */
    size: () => JSON.stringify(record?.serialize()).length,
  };
}

/** Two people who wrote first at the same time, so that each has two sessions with the other. */
async function crossed() {
  const [one, other] = [person(), person()];
  await one.meet(other.bundle);
  await other.meet(one.bundle);
  const [first, second] = [await one.write("hello"), await other.write("hi")];
  expect(await one.read(second)).toBe("hi");
  expect(await other.read(first)).toBe("hello");
  return { one, other };
}

test("sessions are kept as the library would, though nobody looks for bytes in them", async () => {
  const codec = createKeyCodec(await openLibrary());
  const { one, other } = await crossed();
  const late = await one.write("late");
  await other.read(await one.write("early"));
  const stranger = person();
  await stranger.meet(one.bundle);
  for (const record of [one.kept(), other.kept(), stranger.kept()]) {
    const text = JSON.stringify(record, BufferJSON.replacer);
    expect(codec.encode(record)).toBe(text);
    expect(codec.decode("session", text)).toEqual(JSON.parse(text, BufferJSON.reviver));
  }
  expect(await other.read(late)).toBe("late");
});

test("a session can be read after messages of another one came in", async () => {
  const { one, other } = await crossed();
  for (let round = 0; round < 4; round += 1) {
    expect(await one.read(await other.write(`to one ${round}`))).toBe(`to one ${round}`);
    expect(await other.read(await one.write(`to other ${round}`))).toBe(`to other ${round}`);
  }
});

test("a message that was read before is distinguished from one that can't be read", async () => {
  const { one, other } = await crossed();
  const message = await other.write("once");
  expect(await one.read(message)).toBe("once");
  const failureOf = (envelope: Envelope) => one.read(envelope).catch((cause: unknown) => cause);
  expect(isKeyUsed(await failureOf(message))).toBeTrue();
  const changed = await other.write("changed");
  changed.body.writeUInt8(changed.body.readUInt8(changed.body.length - 1) ^ 1, changed.body.length - 1);
  expect(isKeyUsed(await failureOf(changed))).toBeFalse();
});

/** Two people of whom one wrote to the other, so that they share a session. */
async function acquainted() {
  const [one, other] = [person(), person()];
  await one.meet(other.bundle);
  expect(await other.read(await one.write("hello"))).toBe("hello");
  return { one, other };
}

/** Each writes to the other so many times, in turns. */
async function talk({ one, other }: Awaited<ReturnType<typeof acquainted>>, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    expect(await one.read(await other.write("to one"))).toBe("to one");
    expect(await other.read(await one.write("to other"))).toBe("to other");
  }
}

test("sessions take no more room the longer two people talk", async () => {
  const people = await acquainted();
  await talk(people, 30);
  const [one, other] = [people.one.size(), people.other.size()];
  await talk(people, 100);
  expect(people.one.size()).toBeLessThan(one * 1.05);
  expect(people.other.size()).toBeLessThan(other * 1.05);
});

test("a message that was overtaken by others of ten turns can still be read", async () => {
  const people = await acquainted();
  const late = await people.other.write("late");
  await talk(people, 10);
  expect(await people.one.read(late)).toBe("late");
});

test("a message that comes again after ten turns is known to have been read", async () => {
  const people = await acquainted();
  const message = await people.other.write("once");
  expect(await people.one.read(message)).toBe("once");
  await talk(people, 10);
  expect(isKeyUsed(await people.one.read(message).catch((cause: unknown) => cause))).toBeTrue();
});
