import type { MovedSession } from "./session-form.ts";

const bytes = (data: string) => ({ type: "Buffer" as const, data });
const KEY = bytes("oKTlBqGnLb5Dj4hTnV1cXv2mS0rG8yQw6uZf3kPaN1c=");
const PAIR = { public: KEY, private: KEY };
const SIGNATURE = bytes(`${"oKTlBqGnLb5Dj4hTnV1cXv2mS0rG8yQw6uZf3kPaN1c".repeat(2)}==`);

/** What a session looks like; no real one: its keys are nobody's. */
export const EXAMPLE_SESSION: MovedSession = {
  credentials: {
    noiseKey: PAIR,
    pairingEphemeralKeyPair: PAIR,
    signedIdentityKey: PAIR,
    signedPreKey: { keyPair: PAIR, signature: SIGNATURE, keyId: 1 },
    registrationId: 217,
    advSecretKey: KEY.data,
    nextPreKeyId: 813,
    firstUnuploadedPreKeyId: 813,
    me: { id: "14155550123:7@s.whatsapp.net", lid: "182736455463728:7@lid", name: "Sales" },
    account: {
      details: bytes("CKXk3rYBEJKm6LwGGAEgAA=="),
      accountSignatureKey: KEY,
      accountSignature: SIGNATURE,
      deviceSignature: SIGNATURE,
    },
    signalIdentities: [],
  },
  keys: { "pre-key": { 812: PAIR }, "lid-mapping": { "14155550199": "182736455463729" } },
};

/** Files of a store, and what is found in it. */
export const EXAMPLE_STORE = { files: { "auth_info/creds.json": "eyJub2lzZUtleSI6e319" } };
export const EXAMPLE_FOUND = {
  kind: "a folder of Baileys",
  sessions: [
    {
      ...{ name: "auth_info", number: "14155550123", account_name: "Sales", keys: 2 },
      missing: ["no sessions with people: each person's next message takes one retry"],
      problem: null,
    },
  ],
};
