import type { BinaryNode } from "baileys";
import type { Person } from "../identity/persons.ts";

/** A message for one companion before it is encrypted. */
export type Outline = {
  attrs: Record<string, string | undefined>;
  /** The encoded message in base64; null: the companion only learns that there is one. */
  plain: string | null;
  /** So many copies from now on can't be decrypted. */
  unreadable?: number | undefined;
  /** Attributes of the envelope, or of what stands in its place. */
  envelope: Record<string, string>;
  /** Nodes beside the envelope. */
  beside: BinaryNode[];
  /** Of a message to a group: what all get, and the key that opens it; in base64. */
  group?: { id: string; ciphertext: string; distribution: string };
};

/** Messages that wait for a companion's keys, in order. */
export type Waiting = Map<string, { person: Person; outline: Outline }[]>;
