import { createParser } from "eventsource-parser";
import { userHeader } from "../api/call.ts";
import { fetchInTime } from "../api/fetch-in-time.ts";

/** One event, as the stream tells it; null is the id of one that is in no log. */
export type LiveEvent = { id: string | null; type: string; body: Record<string, unknown> };

/** Where to begin: after an event, or at a time; null is now. */
export type Place = { after: string } | { since: string } | null;

export type Reader = {
  /** Called for each event, in order. */
  onEvent: (event: LiveEvent) => void;
  /** Called when a stream has begun; `isWhole` is false where something may have been missed before it. */
  onOpen: (isWhole: boolean) => void;
  /** Called for whatever comes, heartbeats too. */
  onHeard: () => void;
  onLost: () => void;
  /** Called when the session has ended; reading goes on when it resolves. */
  onRefused: () => Promise<void>;
};

const OPENING_MS = 15_000;
/** The daemon says something every 15 seconds, so a stream that is silent for longer is dead. */
const SILENCE_MS = 40_000;
/** After a longer gap, reading again what is shown is less than reading all that happened. */
export const LONGEST_GAP_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Reads the event stream until the signal, from `start` on and, after a short interruption, from where it was. */
export async function readStream(reader: Reader, start: Place, signal: AbortSignal): Promise<void> {
  let place = start;
  let heardAt = Date.now();
  let pause = FIRST_PAUSE_MS;
  const heard = () => {
    heardAt = Date.now();
    reader.onHeard();
  };
  while (!signal.aborted) {
    if (Date.now() - heardAt > LONGEST_GAP_MS) place = null;
    try {
      const response = await openStream(place, signal);
      if (response.status === 401) {
        await reader.onRefused();
        continue;
      }
      // what followed is no longer kept
      if (response.status === 422) place = null;
      if (!response.ok || response.body === null) throw new Error(`the stream answered ${response.status}`);
      reader.onOpen(place !== null);
      pause = FIRST_PAUSE_MS;
      for await (const event of eventsOf(response.body, heard)) {
        if (event.id !== null) place = { after: event.id };
        reader.onEvent(event);
      }
    } catch {
      if (signal.aborted) return;
    }
    reader.onLost();
    await restOrWake(pause, signal);
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

async function openStream(place: Place, signal: AbortSignal): Promise<Response> {
  const query = new URLSearchParams({ include_activity: "true", ...place });
  const headers = { accept: "text/event-stream", ...userHeader() };
  return await fetchInTime(`/v1/events/stream?${query}`, { headers, signal }, OPENING_MS);
}

/** Yields the events of a stream; `heard` is called for heartbeats, too. Throws when it is silent for too long. */
async function* eventsOf(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<LiveEvent> {
  const decoder = new TextDecoder();
  const events: LiveEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== undefined && event !== "dropped") events.push(parseEvent(event, data));
    },
  });
  const chunks = body.getReader();
  try {
    while (true) {
      const { done, value } = await inTime(chunks.read());
      if (done) return;
      heard();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    void chunks.cancel().catch(() => {});
  }
}

function parseEvent(type: string, data: string): LiveEvent {
  const { id = null, body } = JSON.parse(data) as { id?: string; body: Record<string, unknown> };
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
