/**
 * Reads an encoded protobuf message of any size as its bytes come, and keeps only the requested records: each is a
 * small message of its own, ready to be decoded.
 */
import { createFieldStartReader, type FieldStart } from "./field-start.ts";

/** The fields to read of a message, by their numbers. */
export type Shape<Kind extends string> = {
  /** A record of this kind is made of each; it holds the kept fields. */
  record?: Kind;
  keep?: readonly number[];
  /** Messages within, which are read on their own; their records come before this one's. */
  open?: Readonly<Record<number, Shape<Kind>>>;
};

/** Takes a record as it ends. `bytes` are good until it returns, and null when the message made no sense. */
export type TakeRecord<Kind extends string> = (kind: Kind, bytes: Buffer | null) => void;

export type Walker = {
  /** Throws `BrokenMessage`. */
  push(chunk: Uint8Array): void;
  /** Throws `BrokenMessage` when the message is cut short. */
  end(): void;
};

/** The bytes are not those of the message, and the start of the next field is unknown. */
export class BrokenMessage extends Error {}

/** A message that is being read; it ends at a position, the outermost one with the bytes. */
type Frame<Kind extends string> = { shape: Shape<Kind>; end: number; kept: Buffer; size: number };

/** A record keeps no more bytes than these: fields that would make it larger are left out. */
const MOST_RECORD_BYTES = 65_536;
const NONE = Buffer.alloc(0);

/** Reads one message of a shape. Its memory does not grow with the message. */
export function createWalker<Kind extends string>(shape: Shape<Kind>, take: TakeRecord<Kind>): Walker {
  const root: Frame<Kind> = { shape, end: Number.POSITIVE_INFINITY, kept: NONE, size: 0 };
  /** Buffers in which records are assembled, by their depth. */
  const rooms: Buffer[] = [];
  const start = createFieldStartReader();
  let frames = [root];
  let top = root;
  let position = 0;
  /** Bytes of the field in hand that are still to come, and whether they are kept. */
  let rest = 0;
  let isKept = false;

  function open(inner: Shape<Kind>, end: number): void {
    const kept =
      inner.record === undefined ? NONE : (rooms[frames.length] ?? Buffer.alloc(MOST_RECORD_BYTES));
    if (inner.record !== undefined) rooms[frames.length] = kept;
    top = { shape: inner, end, kept, size: 0 };
    frames.push(top);
  }

  function keep(bytes: Uint8Array): void {
    top.kept.set(bytes, top.size);
    top.size += bytes.length;
  }

  /** Passes over all of the outer message that the field is in: only its length is relied on. */
  function giveUp(): void {
    const outer = frames[1];
    if (outer === undefined) throw new BrokenMessage("its bytes make no message");
    if (outer.shape.record !== undefined) take(outer.shape.record, null);
    frames = [root];
    top = root;
    rest = outer.end - position;
    isKept = false;
    start.clear();
  }

  function begin(started: FieldStart): void {
    const end = position + started.length;
    const inner = started.isDelimited ? top.shape.open?.[started.field] : undefined;
    if (end > top.end) giveUp();
    else if (inner === undefined) takeUp(started);
    else open(inner, end);
  }

  /** Its bytes are kept or left out as they come. */
  function takeUp({ field, length, bytes }: FieldStart): void {
    const size = top.size + bytes.length + length;
    rest = length;
    isKept = top.shape.keep?.includes(field) === true && size <= MOST_RECORD_BYTES;
    if (isKept) keep(bytes);
  }

  function closeEnded(): void {
    while (rest === 0 && position === top.end && start.isEmpty()) {
      const { shape: ended, kept, size } = top;
      if (ended.record !== undefined) take(ended.record, kept.subarray(0, size));
      frames.pop();
      top = frames.at(-1) ?? root;
    }
  }

  /** Takes what there is of the field in hand. */
  function takeRest(chunk: Uint8Array, at: number): number {
    const size = Math.min(rest, chunk.length - at);
    if (isKept) keep(chunk.subarray(at, at + size));
    position += size;
    rest -= size;
    return size;
  }

  /** Takes a byte of the next field's beginning. */
  function takeStart(byte: number): void {
    position += 1;
    const started = start.add(byte);
    if (started === "broken" || (started === null && position === top.end)) giveUp();
    else if (started !== null) begin(started);
  }

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (rest > 0) at += takeRest(chunk, at);
        else takeStart(chunk[at++] ?? 0);
        closeEnded();
      }
    },
    end() {
      if (rest > 0 || frames.length > 1 || !start.isEmpty()) throw new BrokenMessage("it is cut short");
    },
  };
}
