import type { ChannelRow } from "../../../db/channels/channels.ts";
import { createBucket, createBuckets } from "../../lib/token-bucket.ts";

/** The pacing of one channel. */
export type Pacer = {
  /** Milliseconds until the channel may send at all. */
  laneWait(): number;
  /** 0 takes a place in the pacing for this recipient; more is how long it has to wait, in milliseconds. */
  take(recipient: string): number;
};

/**
 * Meta allows 80 messages a second and number; the default stays below it.
 * Source: Meta, WhatsApp Business Platform, "Throughput".
 */
const PER_SECOND = 60;
/** Meta allows one message each six seconds to one recipient, with bursts. */
const PER_RECIPIENT_SECONDS = 6;
const RECIPIENT_BURST = 10;
const RECIPIENTS_REMEMBERED = 50_000;

type Paced = { rate: string; pacer: Pacer };

/** The pacers of all channels; a channel's starts anew when its rates are changed. */
export function createPacers(): (channel: ChannelRow) => Pacer {
  const paced = new Map<string, Paced>();
  return (channel) => {
    const rate = JSON.stringify(channel.settings.rate ?? {});
    const known = paced.get(channel.id);
    if (known?.rate === rate) return known.pacer;
    const pacer = createPacer(channel.settings.rate ?? {});
    paced.set(channel.id, { rate, pacer });
    return pacer;
  };
}

/** Token buckets of one channel: one for all it sends, one for each recipient. A rate of 0 seconds is no limit. */
export function createPacer(rate: { per_second?: number; per_recipient_seconds?: number }): Pacer {
  const perSecond = rate.per_second ?? PER_SECOND;
  const seconds = rate.per_recipient_seconds ?? PER_RECIPIENT_SECONDS;
  const lane = createBucket(perSecond, Math.max(1, perSecond));
  const recipients = createBuckets(RECIPIENTS_REMEMBERED, () => createBucket(1 / seconds, RECIPIENT_BURST));
  return {
    laneWait: () => lane.wait(Date.now()),
    take(recipient) {
      const now = Date.now();
      const bucket = seconds === 0 ? null : recipients(recipient);
      const wait = Math.max(lane.wait(now), bucket?.wait(now) ?? 0);
      if (wait > 0) return wait;
      lane.take(now);
      bucket?.take(now);
      return 0;
    },
  };
}
