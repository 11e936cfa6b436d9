import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { Problem } from "../http/problem.ts";
import { type CursorOf, cursorOf as idOf } from "./cursor.ts";
import type { EventReader } from "./reader.ts";

export type StreamOptions = {
  /** How its reader is given cursors; the id of the event at a place unless said otherwise. */
  cursorOf?: CursorOf;
  /** How often something is sent, so that both sides know that the other is there. */
  heartbeatMs?: number;
  /** Called when it has ended, whoever ended it. */
  ended?: () => void;
  /** How long a reader may take over what it was sent, before it is dropped. */
  patienceMs?: number;
};

/** The headers of a stream's answer. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // a proxy that collects an answer before it passes it on would hold the events back (nginx)
  "x-accel-buffering": "no",
};

const AWAY_MS = 500;
/** How long a client is to wait before it connects again. */
const RETRY_MS = 1000;

/**
 * A stream of events (Server-Sent Events) for as long as `allow` does not
 * reject with a problem. A message is made only when the reader has taken the
 * one before: nothing piles up for a slow one. Who takes longer than `patienceMs`
 * is told so, with the cursor to go on from, and dropped.
 */
export function streamEvents(
  reader: EventReader,
  allow: () => Promise<unknown>,
  { cursorOf = idOf, heartbeatMs = 15_000, patienceMs = 20_000, ended = () => {} }: StreamOptions = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let told = cursorOf(reader.place());
  let first = true;
  let closed = false;
  let impatient: NodeJS.Timeout | undefined;

  /** What to send next; null when that was all. Waits for it no longer than until a heartbeat is due. */
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

  /** Null when the reader may see no more. */
  async function messages(): Promise<string | null> {
    try {
      await allow();
      const text = await reader.next();
      if (text !== "") told = cursorOf(reader.place());
      return text;
    } catch (cause) {
      if (cause instanceof Problem) return null;
      if (!isDisconnected(cause)) {
        close();
        throw cause;
      }
      await Bun.sleep(AWAY_MS);
      return "";
    }
  }

  /** A comment, and how far the log was read although nothing in it was wanted. */
  function beat(): string {
    const cursor = cursorOf(reader.place());
    const progress = cursor === told ? "" : `id: ${cursor}\n`;
    told = cursor;
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
        const text = first ? `retry: ${RETRY_MS}\nid: ${told}\n\n` : await nextText();
        first = false;
        if (closed) return;
        if (text === null) {
          close();
          return controller.close();
        }
        controller.enqueue(encoder.encode(text));
        impatient = setTimeout(() => {
          close();
          controller.enqueue(encoder.encode(dropped(told)));
          controller.close();
        }, patienceMs);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

function dropped(cursor: string): string {
  const data = { reason: "too slow: what was sent before was not taken in time", after: cursor };
  return `event: dropped\ndata: ${JSON.stringify(data)}\n\n`;
}
