/** The largest frame taken: the length is written in three bytes. */
export const MOST_FRAME_BYTES = 0xffffff;

const ROUTING_MARK = "ED";
/** `ED`, two bytes of version, three of length. */
const ROUTING_HEAD_BYTES = 7;

/** Raised when the bytes are not WhatsApp Web's. */
export class FrameError extends Error {}

/**
 * Cuts a byte stream into frames. The stream opens with an optional routing block (`ED`, an echo of
 * what an earlier server gave) and the four-byte header; every frame has three bytes of length
 * before it (Baileys: Utils/noise-handler.js). Throws `FrameError` for another header.
 */
export function createFrameReader(header: Uint8Array): (data: Uint8Array) => Buffer[] {
  let waiting: Buffer = Buffer.alloc(0);
  let opened = false;
  return (data) => {
    waiting = waiting.length === 0 ? Buffer.from(data) : Buffer.concat([waiting, data]);
    if (!opened) {
      const start = headerEnd(waiting, header);
      if (start === undefined) return [];
      waiting = waiting.subarray(start);
      opened = true;
    }
    const { frames, rest } = cut(waiting);
    waiting = rest;
    return frames;
  };
}

/** Where the header ends; undefined while it is not all there. */
function headerEnd(data: Buffer, header: Uint8Array): number | undefined {
  const routed = data.subarray(0, 2).toString("latin1") === ROUTING_MARK;
  if (routed && data.length < ROUTING_HEAD_BYTES) return undefined;
  const start = routed ? ROUTING_HEAD_BYTES + data.readUIntBE(4, 3) : 0;
  const end = start + header.length;
  if (data.length < end) return undefined;
  if (!data.subarray(start, end).equals(header)) throw new FrameError("the stream has another header");
  return end;
}

function cut(data: Buffer): { frames: Buffer[]; rest: Buffer } {
  const frames: Buffer[] = [];
  let at = 0;
  while (data.length - at >= 3) {
    const end = at + 3 + data.readUIntBE(at, 3);
    if (data.length < end) break;
    frames.push(data.subarray(at + 3, end));
    at = end;
  }
  return { frames, rest: data.subarray(at) };
}

/** A frame with its length before it. Throws `FrameError` when it is too long for that. */
export function frame(data: Uint8Array): Buffer {
  if (data.length > MOST_FRAME_BYTES) throw new FrameError(`a frame of ${data.length} bytes is too long`);
  const length = Buffer.alloc(3);
  length.writeUIntBE(data.length, 0, 3);
  return Buffer.concat([length, data]);
}
