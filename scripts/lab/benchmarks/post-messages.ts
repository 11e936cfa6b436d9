/** The load: messages that `load.ts`, a program of its own, posts over kept-alive connections. */
import { runProgram } from "../stage/process.ts";
import type { Target } from "./stage.ts";

/** The options of `load.ts`, as JSON in its first argument. */
export type LoadOptions = Pick<Target, "url" | "key" | "channelId"> & {
  connections: number;
  /** Responses of the first seconds are not counted. */
  warmUpSeconds: number;
  seconds: number;
  /** It ends after so many requests if that is earlier; null is no limit. */
  requests: number | null;
  /** The time to send the messages; null is now. */
  scheduledAt: string | null;
  /** To how many people they go, in turn. */
  recipients: number;
  /** Null: each connection asks again once it is answered. */
  perSecond: number | null;
};

/**
 * The printed result, as JSON on one line; times to answer in milliseconds. `refusal` is the first response other than
 * 201.
 */
export type LoadResult = {
  received: number;
  refusal: string | null;
  seconds: number;
  p50: number;
  p99: number;
};

/** Posts messages to a target, without an end unless `seconds` or `requests` sets one. Throws when one is refused. */
export async function postMessages(
  { url, key, channelId }: Pick<Target, "url" | "key" | "channelId">,
  wanted: Partial<LoadOptions> & { connections: number },
): Promise<LoadResult> {
  const options: LoadOptions = {
    ...{
      warmUpSeconds: 0,
      seconds: 600,
      requests: null,
      scheduledAt: null,
      recipients: 1000,
      perSecond: null,
    },
    ...{ connections: wanted.connections, url, key, channelId },
    ...wanted,
  };
  const result = await runProgram<LoadResult>("scripts/lab/benchmarks/load.ts", options);
  if (result.refusal !== null) throw new Error(`a message was refused: ${result.refusal}`);
  return result;
}
