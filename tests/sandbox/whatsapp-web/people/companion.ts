import {
  addTransactionCapability,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeSignedDeviceIdentity,
  generateSignalPubKey,
  getNextPreKeys,
  initAuthCreds,
  type proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from "baileys";
import P from "pino";
import type { Account, Bundle, Device, KeyPair } from "../../../../daemon/sandbox/whatsapp-web/link.ts";
import { quietly } from "../../../../daemon/sandbox/whatsapp-web/people/signal/quiet.ts";

export type Companion = Awaited<ReturnType<typeof createCompanion>>;

const logger = P({ level: "silent" });

/**
 * The Signal half of a linked Baileys client, without a connection: Baileys' own key store and session
 * repository, linked to an account whose phone has `identity`.
 */
export async function createCompanion(account: Omit<Account, "devices">, id = 1) {
  const creds = initAuthCreds();
  const keys = addTransactionCapability(memoryKeys(), logger, {
    maxCommitRetries: 1,
    delayBetweenTriesMs: 1,
  });
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, logger);
  const signed = linkIdentity(account.identity, creds.signedIdentityKey);
  const devices = new Map<number, Device>();
  const device: Device = {
    account: { ...account, devices },
    id,
    keyIndex: id,
    jid: account.jid.replace("@", `:${id}@`),
    lid: account.lid.replace("@", `:${id}@`),
    identityKey: creds.signedIdentityKey.public,
    signedIdentity: encodeSignedDeviceIdentity(signed, true),
    platform: "chrome",
  };
  devices.set(id, device);

  /** As the server answers a pre-key query for this client. */
  async function bundle(): Promise<Bundle> {
    const { update, preKeys } = await getNextPreKeys({ creds, keys }, 1);
    Object.assign(creds, update);
    const [preKeyId = ""] = Object.keys(preKeys);
    const { keyPair, keyId, signature } = creds.signedPreKey;
    const key = preKeys[preKeyId]?.public ?? new Uint8Array();
    return {
      registrationId: creds.registrationId,
      identityKey: creds.signedIdentityKey.public,
      signedPreKey: { id: keyId, key: keyPair.public, signature },
      preKey: { id: Number(preKeyId), key },
    };
  }

  return { creds, keys, repository, device, bundle };
}

/** Puts a bundle into a client's repository, as Baileys does with the answer of a pre-key query. */
export function inject({ repository }: Companion, jid: string, bundle: Bundle): Promise<void> {
  const { registrationId, identityKey, signedPreKey, preKey } = bundle;
  if (preKey === undefined) throw new Error("the bundle has no one-time pre-key");
  const session = {
    registrationId,
    identityKey: generateSignalPubKey(identityKey),
    signedPreKey: {
      keyId: signedPreKey.id,
      publicKey: generateSignalPubKey(signedPreKey.key),
      signature: signedPreKey.signature,
    },
    preKey: { keyId: preKey.id, publicKey: generateSignalPubKey(preKey.key) },
  };
  return quietly(() => repository.injectE2ESession({ jid, session }));
}

/** The device identity that a phone signs at pairing and the client countersigns (Baileys `Utils/validate-connection.js`). */
function linkIdentity(phone: KeyPair, companion: KeyPair): proto.IADVSignedDeviceIdentity {
  const details = Buffer.from([8, 1]);
  const publicKey = Buffer.from(companion.public);
  const accountSignature = Curve.sign(
    phone.private,
    Buffer.concat([Buffer.from([6, 0]), details, publicKey]),
  );
  const deviceMessage = Buffer.concat([Buffer.from([6, 1]), details, publicKey, phone.public]);
  const deviceSignature = Curve.sign(companion.private, deviceMessage);
  return { details, accountSignatureKey: phone.public, accountSignature, deviceSignature };
}

function memoryKeys(): SignalKeyStore {
  const kept = new Map<string, unknown>();
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[T]> = {};
      for (const id of ids) {
        const value = kept.get(`${type} ${id}`);
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T];
      }
      return found;
    },
    set: async (data: SignalDataSet) => {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value === null) kept.delete(`${type} ${id}`);
          else kept.set(`${type} ${id}`, structuredClone(value));
        }
      }
    },
  };
}
