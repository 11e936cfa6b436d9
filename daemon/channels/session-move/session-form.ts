import { type Static, Type } from "../../lib/typebox.ts";

/** The largest number that Signal's ids of keys have: three bytes. */
const MOST_KEY_ID = 0xff_ff_ff;
const MOST_KEYS = 10_000;
const BASE64 = "[A-Za-z0-9+/]";

const KeyId = Type.Integer({ minimum: 0, maximum: MOST_KEY_ID });
/** Bytes as base64, in what Signal keeps of a session. */
const Base64 = Type.String({ pattern: `^${BASE64}*={0,2}$`, maxLength: 100 });
const Bytes = Type.Object({
  type: Type.Literal("Buffer"),
  data: Type.String({ pattern: `^${BASE64}*={0,2}$` }),
});

/** So many bytes, in the form that Baileys' stores have them. */
function bytes(count: number) {
  const left = count % 3;
  const digits = Math.floor(count / 3) * 4 + (left === 0 ? 0 : left + 1);
  const end = "=".repeat(left === 0 ? 0 : 3 - left);
  return Type.Object({
    type: Type.Literal("Buffer"),
    data: Type.String({ pattern: `^${BASE64}{${digits}}${end}$` }),
  });
}

const KeyPair = Type.Object({ public: bytes(32), private: bytes(32) });

/** A device's login, as Baileys has it in `creds.json`. What else there is in it is not needed. */
const Credentials = Type.Object({
  noiseKey: KeyPair,
  pairingEphemeralKeyPair: KeyPair,
  signedIdentityKey: KeyPair,
  signedPreKey: Type.Object({ keyPair: KeyPair, signature: bytes(64), keyId: KeyId }),
  registrationId: Type.Integer({ minimum: 0, maximum: 0xff_ff_ff_ff }),
  advSecretKey: Type.String({ pattern: `^${BASE64}{43}=$` }),
  nextPreKeyId: KeyId,
  firstUnuploadedPreKeyId: KeyId,
  me: Type.Object({
    id: Type.String({ pattern: "^\\d{5,20}(:\\d{1,3})?@s\\.whatsapp\\.net$" }),
    lid: Type.Optional(Type.String({ pattern: "^\\d{5,20}(:\\d{1,3})?@lid$" })),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  account: Type.Object({
    details: Bytes,
    accountSignatureKey: bytes(32),
    accountSignature: bytes(64),
    deviceSignature: bytes(64),
  }),
  signalIdentities: Type.Array(
    Type.Object({
      identifier: Type.Object({ name: Type.String({ maxLength: 100 }), deviceId: KeyId }),
      identifierKey: bytes(33),
    }),
    { maxItems: 100 },
  ),
  platform: Type.Optional(Type.String({ maxLength: 100 })),
  myAppStateKeyId: Type.Optional(Type.String({ maxLength: 100 })),
  routingInfo: Type.Optional(Bytes),
  lastPropHash: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Signal's session with one device, as libsignal keeps it. */
const SignalSession = Type.Object({
  version: Type.Literal("v1"),
  _sessions: Type.Record(
    Type.String(),
    Type.Object({
      registrationId: Type.Optional(Type.Integer()),
      currentRatchet: Type.Object({
        ephemeralKeyPair: Type.Object({ pubKey: Base64, privKey: Base64 }),
        lastRemoteEphemeralKey: Base64,
        previousCounter: Type.Integer(),
        rootKey: Base64,
      }),
      indexInfo: Type.Object({
        baseKey: Base64,
        baseKeyType: Type.Integer({ minimum: 1, maximum: 2 }),
        closed: Type.Integer(),
        used: Type.Integer(),
        created: Type.Integer(),
        remoteIdentityKey: Base64,
      }),
      _chains: Type.Record(
        Type.String(),
        Type.Object({
          chainKey: Type.Object({ counter: Type.Integer(), key: Type.Optional(Base64) }),
          chainType: Type.Integer({ minimum: 1, maximum: 2 }),
          messageKeys: Type.Record(Type.String(), Base64),
        }),
      ),
      pendingPreKey: Type.Optional(
        Type.Object({ preKeyId: Type.Optional(KeyId), signedKeyId: KeyId, baseKey: Base64 }),
      ),
    }),
  ),
});

const Seconds = Type.Union([Type.String({ maxLength: 20 }), Type.Integer()]);

/** Keys by category and id. Categories that are not named here are not needed, or asked anew. */
const Keys = Type.Object({
  "pre-key": Type.Optional(Type.Record(Type.String(), KeyPair, { maxProperties: MOST_KEYS })),
  session: Type.Optional(Type.Record(Type.String(), SignalSession)),
  "identity-key": Type.Optional(Type.Record(Type.String(), bytes(33))),
  "sender-key": Type.Optional(Type.Record(Type.String(), Bytes)),
  "app-state-sync-key": Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        keyData: Type.String({ pattern: `^${BASE64}*={0,2}$` }),
        fingerprint: Type.Optional(
          Type.Object({
            rawId: Type.Optional(Type.Integer()),
            currentIndex: Type.Optional(Type.Integer()),
            deviceIndexes: Type.Optional(Type.Array(Type.Integer())),
          }),
        ),
        timestamp: Type.Optional(Seconds),
      }),
    ),
  ),
  "app-state-sync-version": Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        version: Type.Integer({ minimum: 0 }),
        hash: bytes(128),
        indexValueMap: Type.Record(Type.String(), Type.Object({ valueMac: Bytes })),
      }),
    ),
  ),
  "lid-mapping": Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 100 }))),
  tctoken: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        token: Bytes,
        timestamp: Type.Optional(Seconds),
        senderTimestamp: Type.Optional(Type.Integer()),
      }),
    ),
  ),
});

/** A paired number's login with its keys, as it is moved from one program to another. */
export const MovedSessionSchema = Type.Object({ credentials: Credentials, keys: Keys });

export type MovedSession = Static<typeof MovedSessionSchema>;
