import type { KeyPair } from "../link.ts";
import type { Companion, Phone } from "../memory/phones.ts";
import type { ClientRequests } from "../wire/client-requests.ts";
import type { Connection } from "../wire/connection.ts";

/** A client that wants to be linked to a phone. */
export type Registration = {
  connection: Connection;
  /** Its Signal identity. */
  identityKey: Buffer;
  /** Its name in the phone's list: `Mac OS`. */
  platform: string;
  /** Whether it asks for all that its phone has. */
  wantsAll: boolean;
  /** The first parts of the QR codes that it shows. */
  refs: string[];
  /** Set once it has requested a pairing code. */
  linkCode: LinkCode | undefined;
  /** Set while the phone that it was shown to waits for a passkey. */
  passkey: PasskeyPairing | undefined;
  clientRequests: ClientRequests;
};

/** A client's request to be linked by a code that is typed into the phone. */
export type LinkCode = {
  number: string;
  ref: Buffer;
  /** The client's ephemeral key, sealed with the code: salt (32), IV (16), ciphertext (32). */
  wrappedKey: Buffer;
  /** Set once a code was typed: what the client's last word is opened with, and who waits for it. */
  typed: TypedCode | undefined;
};

/** A code that was typed into a phone. */
export type TypedCode = {
  phone: Phone;
  ephemeral: KeyPair;
  clientEphemeral: Buffer;
  onAsked: () => void;
  done: PromiseWithResolvers<Companion>;
};

/** A pairing for which a phone wants its account's passkey, as far as it has come. */
export type PasskeyPairing = {
  phone: Phone;
  /** In base64url. */
  challenge: string;
  /** The secret that the client showed the phone: it proves that it is still the same client. */
  handoffSecret: Uint8Array;
  /** The reference that the client drew for this. */
  ref: string | null;
  /** Null until the client has sent the signature. */
  prologue: Prologue | null;
  /** Null until the client has sent its nonce. */
  agreed: Agreed | null;
  /** The secret of the client's last word. */
  advSecret: Uint8Array | null;
  /** Whether the person has compared the codes on the phone. */
  isConfirmed: boolean;
  done: PromiseWithResolvers<Companion>;
};

/** The two ephemeral identities of a pairing by passkey, once the client has sent its own. */
export type Prologue = {
  /** The client's, encoded: its public key, its kind of device and its reference. */
  identity: Buffer;
  /** What the client committed itself to: the hash of its identity and its nonce. */
  commitment: Buffer;
  ephemeral: KeyPair;
  nonce: Buffer;
};

/** The code that both sides show, and the key of the client's last word. */
export type Agreed = { code: string; key: Buffer };
