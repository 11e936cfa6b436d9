import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { Problem } from "../http/problem.ts";
import { type CursorOf, cursorOf as idOf } from "./cursor.ts";
import type { EventReader } from "./reader.ts";

export type StreamOptions = {
  /** How cursors are made for its reader; by default, the id of the event at a position. */
  cursorOf?: CursorOf;
  /** What is sent beside the log, as text. */
  beside?: () => string;
  /** How often something is sent at least, so that both sides know the other is there. */
  heartbeatMs?: number;
  /** Called when the stream has ended, whichever side ended it. */
  ended?: () => void;
  /** How long a reader may take to read what it was sent before it is dropped. */
  patienceMs?: number;
};

/** The response headers of a stream. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // a proxy that buffers responses, such as nginx, would hold the events back
  "x-accel-buffering": "no",
};

const DATABASE_RETRY_MS = 500;
/** How long a client waits before it reconnects. */
const RETRY_MS = 1000;

/**
 * A stream of events (Server-Sent Events), open until `allow` rejects with a problem. The next
 * message is made only when the reader has taken the last, so nothing piles up for a slow
 * reader. A reader that takes longer than `patienceMs` is sent an explanation and the cursor
 * to resume from, and is dropped.
 */
export function streamEvents(
  reader: EventReader,
  allow: () => Promise<unknown>,
  {
    cursorOf = idOf,
    beside = () => "",
    heartbeatMs = 15_000,
    patienceMs = 20_000,
    ended = () => {},
  }: StreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sentCursor = cursorOf(reader.place());
  let first = true;
  let closed = false;
  let impatient: NodeJS.Timeout | undefined;

  /** The next text to send, or a heartbeat when nothing comes in time; null at the end of the stream. */
  async function nextText(): Promise<string | null> {
    const dueAt = performance.now() + heartbeatMs;
    while (!closed && !reader.isOver()) {
      const text = await messages();
      if (text === null) return null;
      if (text !== "") return text;
      const left = dueAt - performance.now();
      if (left <= 0) return beat();
      await reader.changed(left);
    }
    return null;
  }

  /** Null when the reader's access has ended. */
  async function messages(): Promise<string | null> {
    try {
      await allow();
      const text = await reader.next();
      if (text !== "") sentCursor = cursorOf(reader.place());
      return text + beside();
    } catch (cause) {
      if (cause instanceof Problem) return null;
      if (!isDisconnected(cause)) {
        close();
        throw cause;
      }
      await Bun.sleep(DATABASE_RETRY_MS);
      return "";
    }
  }

  /** A comment, with the position reached even though none of the events up to it were wanted. */
  function beat(): string {
    const cursor = cursorOf(reader.place());
    const progress = cursor === sentCursor ? "" : `id: ${cursor}\n`;
    sentCursor = cursor;
    return `: still here\n${progress}\n`;
  }

  function close(): void {
    closed = true;
    clearTimeout(impatient);
    reader.close();
    ended();
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(impatient);
        const text = first ? `retry: ${RETRY_MS}\nid: ${sentCursor}\n\n` : await nextText();
        first = false;
        if (closed) return;
        if (text === null) {
          close();
          return controller.close();
        }
        controller.enqueue(encoder.encode(text));
        impatient = setTimeout(() => {
          close();
          controller.enqueue(encoder.encode(dropped(sentCursor)));
          controller.close();
        }, patienceMs);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

function dropped(cursor: string): string {
  const data = { reason: "too slow: earlier events were not read in time", after: cursor };
  return `event: dropped\ndata: ${JSON.stringify(data)}\n\n`;
}
