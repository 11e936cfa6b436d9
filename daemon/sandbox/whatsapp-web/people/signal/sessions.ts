import type { SignalStorage } from "libsignal";
import type { Bundle, Device, Keep } from "../../link.ts";
import type { Person, Persons } from "../identity/persons.ts";
import { baileys, signal } from "./libraries.ts";
import type { PreKeys } from "./pre-keys.ts";
import { quietly } from "./quiet.ts";

export type Envelope = { type: "pkmsg" | "msg"; ciphertext: Uint8Array };

/** The Signal sessions of people's phones with companion devices; one per pair, however it is addressed. */
export type SignalSessions = {
  has(person: Person, device: Device): boolean;
  /** Starts a session with the device, or a new one beside the old. */
  start(person: Person, device: Device, bundle: Bundle): Promise<void>;
  encrypt(person: Person, device: Device, plaintext: Uint8Array): Promise<Envelope>;
  /** Rejects with libsignal's error when the envelope cannot be opened; the session stays as it was. */
  decrypt(person: Person, device: Device, envelope: Envelope): Promise<Buffer>;
  /** Forgets what everybody had with the device. */
  forget(device: Device): void;
};

const PREFIX = "people/session/";
/** The `type` of libsignal's `encrypt` for a message that starts a session. */
const PRE_KEY_MESSAGE = 3;

/**
 * Sessions through `libsignal`. Records are kept serialised: a failed decryption alters the record that
 * was loaded for it. libsignal runs what is done with one session one after the other (`src/queue_job.js`).
 */
export function createSignalSessions(given: {
  persons: Persons;
  preKeys: PreKeys;
  keep: Keep;
}): SignalSessions {
  const { keep } = given;
  const cipher = (person: Person, device: Device) => {
    const { SessionCipher } = signal();
    return new SessionCipher(storageOf(given, person, device), addressOf(person, device));
  };

  return {
    has: (person, device) => keep.get(keyOf(person, device)) !== undefined,
    async start(person, device, bundle) {
      const { SessionBuilder } = signal();
      const builder = new SessionBuilder(storageOf(given, person, device), addressOf(person, device));
      await quietly(() => builder.initOutgoing(sessionOf(bundle)));
    },
    async encrypt(person, device, plaintext) {
      const { type, body } = await quietly(() => cipher(person, device).encrypt(Buffer.from(plaintext)));
      return { type: type === PRE_KEY_MESSAGE ? "pkmsg" : "msg", ciphertext: Buffer.from(body, "binary") };
    },
    decrypt: (person, device, { type, ciphertext }) =>
      quietly(() => {
        const bytes = Buffer.from(ciphertext);
        return type === "pkmsg"
          ? cipher(person, device).decryptPreKeyWhisperMessage(bytes)
          : cipher(person, device).decryptWhisperMessage(bytes);
      }),
    forget(device) {
      for (const key of keep.keys(prefixOf(device))) keep.delete(key);
    },
  };
}

function addressOf({ root }: Person, { account, id }: Device) {
  const { ProtocolAddress } = signal();
  return new ProtocolAddress(`${root} with ${account.number}`, id);
}

const prefixOf = ({ account, id }: Device) => `${PREFIX}${account.number}:${id}/`;
const keyOf = ({ root }: Person, device: Device) => prefixOf(device) + root;

type Given = { persons: Persons; preKeys: PreKeys; keep: Keep };

function storageOf({ persons, preKeys, keep }: Given, person: Person, device: Device): SignalStorage {
  const { SessionRecord } = signal();
  const key = keyOf(person, device);
  const pairOf = ({ private: privKey, public: pubKey }: { private: Uint8Array; public: Uint8Array }) => ({
    privKey: Buffer.from(privKey),
    pubKey: Buffer.from(baileys().generateSignalPubKey(pubKey)),
  });
  return {
    loadSession: async () => {
      const stored = keep.get(key);
      return stored === undefined ? null : SessionRecord.deserialize(JSON.parse(stored));
    },
    storeSession: async (_, record) => keep.set(key, JSON.stringify(record.serialize())),
    isTrustedIdentity: (_, identityKey) =>
      Buffer.from(identityKey.subarray(-32)).equals(Buffer.from(device.identityKey)),
    loadPreKey: async (id) => {
      const pair = preKeys.oneTime(person, Number(id));
      return pair && pairOf(pair);
    },
    removePreKey: (id) => preKeys.use(person, id),
    loadSignedPreKey: () => pairOf(preKeys.signed(person).pair),
    getOurRegistrationId: () => preKeys.registrationId(person),
    getOurIdentity: () => pairOf(persons.identityOf(person)),
  };
}

/** The bundle in libsignal's form. It takes a session without a one-time pre-key, though its types do not. */
function sessionOf({ registrationId, identityKey, signedPreKey, preKey }: Bundle) {
  const { generateSignalPubKey } = baileys();
  const publicKey = (key: Uint8Array) => Buffer.from(generateSignalPubKey(key));
  type Session = Parameters<InstanceType<typeof import("libsignal").SessionBuilder>["initOutgoing"]>[0];
  return {
    registrationId,
    identityKey: publicKey(identityKey),
    signedPreKey: {
      keyId: signedPreKey.id,
      publicKey: publicKey(signedPreKey.key),
      signature: Buffer.from(signedPreKey.signature),
    },
    ...(preKey && { preKey: { keyId: preKey.id, publicKey: publicKey(preKey.key) } }),
  } as Session;
}
