import { Failure } from "./failure.ts";
import { readServerSentEvents } from "./server-sent-events.ts";
import type { Settings } from "./settings.ts";
import type { Spinner } from "./spinner.ts";
import { transfer } from "./transfer.ts";
import type { EventFilters, LoggedEvent } from "./webhook-types.ts";

/** What following the events comes upon. */
export type Followed =
  | { kind: "event"; event: LoggedEvent }
  | { kind: "connected" }
  | { kind: "lost"; reason: string };

export type FollowOptions = {
  settings: Settings;
  filters: EventFilters;
  /** Milliseconds until the daemon must have begun to answer. */
  timeoutMs?: number | undefined;
  /** Milliseconds without a sign of the daemon, which gives one every 15 seconds, after which it is gone. */
  silenceMs?: number;
  /** Shows that the connection is waited for. */
  spinner?: Spinner;
};

export type Following = {
  events: AsyncIterable<Followed>;
  /** How far it is: what to pass as `after` to go on from here. */
  cursor(): string | undefined;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Follows the events from now or from where the filters say, for ever: when
 * the connection ends it is made again, from the last event that was taken.
 * Rejects with a `Failure` when the first connection fails or the API refuses.
 */
export function followEvents(options: FollowOptions): Following {
  let cursor = options.filters.after;
  let connected = false;

  async function* follow(): AsyncGenerator<Followed> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        for await (const followed of connection()) {
          pause = FIRST_PAUSE_MS;
          yield followed;
        }
        yield { kind: "lost", reason: "the connection was closed" };
      } catch (error) {
        if (!connected || isRefusal(error)) throw error;
        yield { kind: "lost", reason: error instanceof Error ? error.message : String(error) };
      }
      await Bun.sleep(pause);
    }
  }

  /** One connection, until it ends. An event is taken once the next one is asked for. */
  async function* connection(): AsyncGenerator<Followed> {
    const { settings, filters, timeoutMs, silenceMs = 45_000, spinner } = options;
    const { body } = await transfer(settings, {
      route: "GET /v1/events/stream",
      query: { ...filters, ...(cursor === undefined ? {} : { after: cursor }) },
      headers: { accept: "text/event-stream" },
      timeoutMs,
      silenceMs,
      ...(spinner === undefined ? {} : { spinner }),
    });
    connected = true;
    yield { kind: "connected" };
    for await (const { id, event, data } of readServerSentEvents(piecesOf(body))) {
      if (data !== "" && event !== "dropped") yield { kind: "event", event: JSON.parse(data) };
      cursor = id ?? cursor;
    }
  }

  return { events: follow(), cursor: () => cursor };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.details.status ?? 500) < 500;
}

/** Bun's streams can be iterated, which the types of the web's don't say. */
function piecesOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  return (body ?? new Blob().stream()) as AsyncIterable<Uint8Array>;
}
