/** The options of the load generator, as JSON in its first argument. */
export type LoadOptions = {
  url: string;
  key: string;
  channelId: string;
  connections: number;
  /** Responses of the first seconds are not counted. */
  warmUpSeconds: number;
  seconds: number;
  /** It ends after so many requests if that is earlier. */
  requests: number;
  /** When the messages are to be sent; null is now. */
  scheduledAt: string | null;
  /** To how many people they go, in turn (default: 1000). */
  recipients?: number;
};

/** What it says, as JSON on one line; times to answer in milliseconds. `refusal` is the first response other than 201. */
export type LoadResult = {
  received: number;
  refusal: string | null;
  seconds: number;
  p50: number;
  p99: number;
  /** The longest time in which nothing was answered, in milliseconds. */
  longestPause: number;
};
