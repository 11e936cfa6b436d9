import { createParser } from "eventsource-parser";
import { addressOf } from "../api/root.ts";

/** One event of the log, as the stream tells it. */
export type LiveEvent = { id: string; type: string; body: Record<string, unknown> };

export type Reader = {
  /** Called for each event, in order. */
  onEvent: (event: LiveEvent) => void;
  /** Called when a stream has begun; `isContinued` is false where something may have been missed before it. */
  onOpen: (isContinued: boolean) => void;
  onLost: () => void;
  /** Called when the session has ended; reading goes on when it resolves. */
  onRefused: () => Promise<void>;
};

/** The daemon says something every 15 seconds, so a stream that is silent for longer is dead. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Reads the event stream until the signal, from where it was before after each interruption. */
export async function readStream(reader: Reader, signal: AbortSignal): Promise<void> {
  let cursor: string | null = null;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const response = await openStream(cursor, signal);
      if (response.status === 401) {
        await reader.onRefused();
        continue;
      }
      // what followed the cursor is no longer kept: everything shown is read again
      if (response.status === 422) cursor = null;
      if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`);
      reader.onOpen(cursor !== null);
      pause = FIRST_PAUSE_MS;
      for await (const id of eventsOf(response.body, reader.onEvent)) cursor = id;
    } catch {
      if (signal.aborted) return;
    }
    reader.onLost();
    await restOrWake(pause, signal);
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

async function openStream(cursor: string | null, signal: AbortSignal): Promise<Response> {
  return await fetch(addressOf("/v1/events/stream"), {
    headers: { accept: "text/event-stream", ...(cursor === null ? {} : { "last-event-id": cursor }) },
    signal,
    credentials: "same-origin",
  });
}

/** Yields the cursor each time that it moves. Throws when the stream is silent for too long. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  onEvent: Reader["onEvent"],
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let cursor: string | null = null;
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (id !== undefined) cursor = id;
      if (event !== undefined && event !== "dropped") onEvent(parseEvent(event, data));
    },
    onComment: () => {},
  });
  const chunks = body.getReader();
  try {
    while (true) {
      const { done, value } = await inTime(chunks.read());
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      parser.feed(text);
      // a heartbeat moves the cursor without an event, which the parser keeps to itself
      const moved = /(?:^|\n)id: ([^\n]+)\n\n/.exec(text)?.[1];
      if (cursor === null && moved !== undefined) cursor = moved;
      if (cursor !== null) yield cursor;
    }
  } finally {
    void chunks.cancel().catch(() => {});
  }
}

function parseEvent(type: string, data: string): LiveEvent {
  const { id, body } = JSON.parse(data) as { id: string; body: Record<string, unknown> };
  return { id, type, body };
}

async function inTime<Value>(wanted: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the stream fell silent")), SILENCE_MS);
  });
  return await Promise.race([wanted, silence]).finally(() => clearTimeout(timer));
}

/** Waits, but no longer than until the network or the person is back. */
async function restOrWake(milliseconds: number, signal: AbortSignal): Promise<void> {
  const waking = new AbortController();
  await new Promise<void>((resolve) => {
    const options = { signal: waking.signal };
    setTimeout(resolve, milliseconds);
    addEventListener("online", () => resolve(), options);
    document.addEventListener("visibilitychange", () => document.hidden || resolve(), options);
    signal.addEventListener("abort", () => resolve(), options);
  });
  waking.abort();
}
