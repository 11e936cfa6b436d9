import { type Maker, numberOf, textOf } from "./kind.ts";

/** A field that no version of the protocol buffers has: what a client sees of kinds newer than itself. */
const UNKNOWN_FIELD = Buffer.from([0xda, 0xf7, 0x02, 0x03, 0x0a, 0x01, 0x61]);

/** A message of a kind that nobody knows. */
export const unsupported: Maker = () => ({ message: new Uint8Array(UNKNOWN_FIELD) });

/** Bytes that decrypt and are no message: the one field claims more bytes than follow. */
const CUT_SHORT = Buffer.from([0x0a, 0x7f, 0x61]);

/** Bytes that are no message. */
export const garbled: Maker = () => ({ message: new Uint8Array(CUT_SHORT) });

/** `extendedTextMessage`, `contextInfo`, `quotedMessage` (`WAProto/WAProto.proto`), innermost last. */
const QUOTING = [6, 17, 3] as const;
const MOST_LEVELS = 100_000;

/** A text that quotes one that quotes one, `levels` deep: to exhaust who reads it. */
export const nested: Maker = (content) => {
  const levels = Math.min(MOST_LEVELS, numberOf(content, "levels", 1000));
  const heads: Buffer[] = [];
  let length = 0;
  for (let level = 0; level < levels; level++) {
    for (const field of QUOTING.toReversed()) {
      const head = Buffer.concat([varint((field << 3) | LENGTH_DELIMITED), varint(length)]);
      length += head.length;
      heads.push(head);
    }
  }
  return { message: new Uint8Array(Buffer.concat(heads.reverse())) };
};

/** Wire types and variable-length integers: protobuf.dev/programming-guides/encoding. */
const LENGTH_DELIMITED = 2;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** An invitation to a group: `name`. */
export const groupInvite: Maker = (content) => ({
  type: "media",
  mediaType: "url",
  message: {
    groupInviteMessage: {
      groupJid: "120363000000000001@g.us",
      inviteCode: "abcdefgh",
      groupName: textOf(content, "name", "Group"),
    },
  },
});
