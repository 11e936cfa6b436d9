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
  /** The first parts of the QR codes that it shows. */
  refs: string[];
  /** Set once it has requested a pairing code. */
  linkCode: LinkCode | undefined;
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
  done: PromiseWithResolvers<Companion>;
};
