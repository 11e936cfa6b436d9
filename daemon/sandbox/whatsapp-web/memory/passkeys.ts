import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { Keep } from "../link.ts";

/** The passkey of an account: ES256, for `whatsapp.com`. */
export type Passkey = {
  credentialId: Buffer;
  /** WhatsApp's name for the account, which an authenticator hands out with its signature. */
  userHandle: Buffer;
  privateKey: KeyObject;
};

/** How an account's phone asks for its passkey: with the challenge at once, or only when the client asks for it. */
export type Demand = "with_challenge" | "without_challenge";

/** The passkeys of accounts. */
export type Passkeys = {
  /** The account's passkey, which is made when there is none. */
  of(number: string): Passkey;
  /** How the phone asks for it when a device is linked; null when it does not. */
  demand(number: string): Demand | null;
  setDemand(number: string, demand: Demand | null): void;
};

type Stored = { credentialId: string; userHandle: string; privateKey: string };

const PREFIX = "passkey/";
const DEMAND = "passkey-demand/";
const BYTES = 32;

/** The passkeys, as `keep` remembers them. */
export function createPasskeys(keep: Keep): Passkeys {
  return {
    of(number) {
      const known = keep.get(PREFIX + number);
      const stored: Stored = known === undefined ? newPasskey() : JSON.parse(known);
      if (known === undefined) keep.set(PREFIX + number, JSON.stringify(stored));
      return {
        credentialId: Buffer.from(stored.credentialId, "base64"),
        userHandle: Buffer.from(stored.userHandle, "base64"),
        privateKey: createPrivateKey({
          key: Buffer.from(stored.privateKey, "base64"),
          format: "der",
          type: "pkcs8",
        }),
      };
    },
    demand(number) {
      const known = keep.get(DEMAND + number);
      return known === "with_challenge" || known === "without_challenge" ? known : null;
    },
    setDemand(number, demand) {
      if (demand === null) keep.delete(DEMAND + number);
      else keep.set(DEMAND + number, demand);
    },
  };
}

function newPasskey(): Stored {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    credentialId: randomBytes(BYTES).toString("base64"),
    userHandle: randomBytes(BYTES).toString("base64"),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  };
}
