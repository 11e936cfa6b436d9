import type { BinaryNode } from "baileys";

/** An encrypted part of a stanza: the stanza's attributes, and whether nobody misses it when it can't be read. */
export type Envelope = { attributes: Record<string, string>; isHidden: boolean };

/** Encrypted parts of stanzas that are being read. */
export type Envelopes = {
  /** Notes a stanza before Baileys reads it. */
  note(stanza: BinaryNode): void;
  find(ciphertext: Uint8Array): Envelope | undefined;
  /** It was opened, or could not be. */
  done(ciphertext: Uint8Array): void;
  /** For how long envelopes have waited and none was opened, in milliseconds; 0 when none waits. */
  stuckForMs(): number;
};

/** Envelopes that are opened with the keys of sessions (Baileys, `Utils/decode-wa-message`). */
const KINDS = ["msg", "pkmsg", "skmsg"];

/** Envelopes that are forgotten with their ciphertext; those from `ignored` senders are left out. */
export function createEnvelopes(ignored: (jid: string) => boolean | undefined): Envelopes {
  const noted = new WeakMap<Uint8Array, Envelope>();
  const waiting = new Map<Uint8Array, number>();
  let lastDone = 0;
  return {
    note(stanza) {
      if (!Array.isArray(stanza.content) || ignored(stanza.attrs.from ?? "")) return;
      for (const { tag, attrs, content } of stanza.content) {
        if (tag !== "enc" || !(content instanceof Uint8Array)) continue;
        noted.set(content, { attributes: stanza.attrs, isHidden: attrs["decrypt-fail"] === "hide" });
        if (KINDS.includes(attrs.type ?? "")) waiting.set(content, performance.now());
      }
    },
    find: (ciphertext) => noted.get(ciphertext),
    done(ciphertext) {
      waiting.delete(ciphertext);
      lastDone = performance.now();
    },
    stuckForMs() {
      const oldest = waiting.values().next().value;
      return oldest === undefined ? 0 : performance.now() - Math.max(oldest, lastDone);
    },
  };
}
