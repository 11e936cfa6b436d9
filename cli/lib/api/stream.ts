import { Failure } from "../failures/failure.ts";
import { readServerSentEvents } from "./server-sent-events.ts";

/** What a followed stream yields. */
export type Streamed =
  | { kind: "message"; event: string; data: string }
  | { kind: "connected" }
  | { kind: "lost"; reason: string };

export type FollowedStream<Item> = {
  events: AsyncIterable<Item>;
  /** How far it is: pass it as `after` to continue from here. */
  cursor(): string | undefined;
};

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Follows a stream of Server-Sent Events for ever: when the connection ends it
 * is made again, from the last message that was taken. Rejects with a `Failure`
 * when the first connection fails or the API refuses.
 */
export function followStream(
  open: (after: string | undefined) => Promise<Response>,
  start: string | undefined,
): FollowedStream<Streamed> {
  let cursor = start;
  let connected = false;

  async function* follow(): AsyncGenerator<Streamed> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        for await (const streamed of connection()) {
          pauseMs = FIRST_PAUSE_MS;
          yield streamed;
        }
        yield { kind: "lost", reason: "the connection was closed" };
      } catch (error) {
        if (!connected || isRefusal(error)) throw error;
        yield { kind: "lost", reason: error instanceof Error ? error.message : String(error) };
      }
      await Bun.sleep(pauseMs);
    }
  }

  /** One connection, until it ends. A message counts as taken when the next one is requested. */
  async function* connection(): AsyncGenerator<Streamed> {
    const { body } = await open(cursor);
    connected = true;
    yield { kind: "connected" };
    for await (const { id, event, data } of readServerSentEvents(piecesOf(body))) {
      if (data !== "" && event !== "dropped") yield { kind: "message", event, data };
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
