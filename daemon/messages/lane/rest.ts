import { statusReason } from "../../lib/status-reasons.ts";
import type { MessageError } from "../../providers/message-error.ts";

/** A fault of the platform that one call showed, independent of its message. */
export type Trouble = {
  /**
   * `refuses`: it takes nothing now. `confused`: it failed at this message,
   * which may be the message's doing. `silent`: it did not answer, and may have
   * taken the message.
   */
  kind: "refuses" | "confused" | "silent";
  error: MessageError;
  /** The wait that the platform requested, in milliseconds. */
  requestedMs?: number;
};

/** The state of the platform that one call showed; neither, when it shows nothing. */
export type Shown = { works: boolean; trouble: Trouble | null };

/** A rest that begins: for how long and why, and whether it is worth telling of. */
export type Rest = { milliseconds: number; error: MessageError; isPublished: boolean };

/** The rests of one channel: longer each time, until a call shows that the platform works. */
export type Resting = {
  /** How the channel is to rest after a call, if it is; `left` milliseconds of an earlier rest are still to come. */
  after(call: Shown, left: number): Rest | null;
  /** The platform has not worked since the last rest: it is tried with one message at a time. */
  isTrying(): boolean;
  /** It did not answer: a message sent now may go out twice, so it is probed first. */
  isSilent(): boolean;
  /** It answers again. */
  responded(): void;
};

/** Milliseconds of the first rest, and of the longest, except where the platform asks for more. */
export type RestTimes = { first: number; longest: number };

const REST_TIMES: RestTimes = { first: 1000, longest: 60_000 };

/** One call alone may have failed for reasons of its own. */
const SEVERAL = 2;

/** The rests of all channels, by id. */
export function createRests(times: RestTimes = REST_TIMES): (channelId: string) => Resting {
  const known = new Map<string, Resting>();
  return (channelId) => {
    const resting = known.get(channelId) ?? createResting(times);
    known.set(channelId, resting);
    return resting;
  };
}

/** A channel that has not rested yet. */
export function createResting(
  { first, longest }: RestTimes = REST_TIMES,
  random: () => number = Math.random,
): Resting {
  let troubles = 0;
  let rests = 0;
  let silent = false;

  function over(): void {
    troubles = 0;
    rests = 0;
    silent = false;
  }

  return {
    after({ works, trouble }, left) {
      if (works) over();
      if (trouble === null) return null;
      const { kind, error, requestedMs = 0 } = trouble;
      troubles += 1;
      silent ||= kind === "silent";
      if (kind !== "refuses" && troubles < SEVERAL) return null;
      // calls that were out when the rest began
      if (left > 0 && requestedMs <= left) return null;
      const usual = Math.min(longest, first * 2 ** rests);
      rests += 1;
      const milliseconds = Math.round(Math.max(requestedMs, usual * (1 + 0.2 * random())));
      return { milliseconds, error, isPublished: rests > 1 || requestedMs > 0 };
    },
    isTrying: () => rests > 0,
    isSilent: () => silent && rests > 0,
    responded() {
      silent = false;
    },
  };
}

/** Why a channel rests and until when, for its record. */
export function restReason({ error, milliseconds }: Rest, now = Date.now()): string {
  const until = new Date(now + milliseconds).toISOString();
  return statusReason("rests", `${error.code}: ${error.detail}`, until);
}

/** The result of a probe without an answer: as of a call without one. */
export function silence(reason: string | null): Shown {
  const error = { code: "provider_unreachable", title: "WhatsApp does not respond", provider_code: null };
  return {
    works: false,
    trouble: { kind: "silent", error: { ...error, detail: reason ?? "", retryable: true } },
  };
}
