import type { Settings } from "../settings/settings.ts";
import type { Spinner } from "../terminal/spinner.ts";
import { given } from "../values/given.ts";
import { type FollowedStream, followStream, type Streamed } from "./stream.ts";
import { type FileRequest, transfer } from "./transfer.ts";

export type StreamOptions = {
  settings: Settings;
  /** Milliseconds until the daemon must have begun to answer. */
  timeoutMs?: number | undefined;
  /** Milliseconds without a sign of the daemon, which gives one every 15 seconds, after which it is gone. */
  silenceMs?: number;
  /** Shows that the connection is waited for. */
  spinner?: Spinner;
};

type Message = Extract<Streamed, { kind: "message" }>;
/** What a stream yields beside messages. */
export type Connection = Exclude<Streamed, { kind: "message" }>;

/**
 * Follows a stream of the API, from now or from `after`, for ever; see `followStream`. `requestOf` says what to ask for to
 * continue at a place, `itemsOf` the items of a message.
 */
export function follow<Item>(
  { settings, timeoutMs, silenceMs = 45_000, spinner }: StreamOptions,
  after: string | undefined,
  requestOf: (place: { after?: string }) => FileRequest,
  itemsOf: (message: Message) => Item[],
): FollowedStream<Item | Connection> {
  const open = (place: string | undefined) =>
    transfer(settings, {
      ...requestOf(given({ after: place })),
      headers: { accept: "text/event-stream" },
      timeoutMs,
      silenceMs,
      ...given({ spinner }),
    });
  const { events, cursor } = followStream(open, after);
  return { events: readItems(events, itemsOf), cursor };
}

async function* readItems<Item>(
  streamed: AsyncIterable<Streamed>,
  itemsOf: (message: Message) => Item[],
): AsyncGenerator<Item | Connection> {
  for await (const one of streamed) {
    if (one.kind === "message") yield* itemsOf(one);
    else yield one;
  }
}
