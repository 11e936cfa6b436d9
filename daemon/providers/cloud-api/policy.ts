import { createBucket, createBuckets } from "../../lib/token-bucket.ts";
import { createPolicies, type PacedChannel, type Policy } from "../policy.ts";
import { throughputOf } from "./throughput.ts";

/** Meta allows one message each six seconds to one recipient, with bursts. */
const PER_RECIPIENT_SECONDS = 6;
const RECIPIENT_BURST = 10;
const RECIPIENTS_REMEMBERED = 50_000;
const CONCURRENCY = 64;
/** The most copies of a message a recipient may get: each call without a response may have reached them. */
const MOST_DOUBTS = 3;

/** The policies of all channels of the Cloud API. */
export function createCloudApiPolicies(): (channel: PacedChannel) => Policy {
  return createPolicies(givenOf, createCloudApiPolicy);
}

type Given = { perSecond: number; perRecipientSeconds: number; mostDoubts: number };

function givenOf(channel: PacedChannel): Given {
  const { rate = {}, delivery } = channel.settings;
  return {
    perSecond: throughputOf(channel).per_second,
    perRecipientSeconds: rate.per_recipient_seconds ?? PER_RECIPIENT_SECONDS,
    mostDoubts: delivery === "at_most_once" ? 1 : MOST_DOUBTS,
  };
}

/** Token buckets of one channel: one for all it sends, one for each recipient. A rate of 0 seconds is no limit. */
function createCloudApiPolicy({ perSecond, perRecipientSeconds, mostDoubts }: Given): Policy {
  const lane = createBucket(perSecond, Math.max(1, perSecond));
  const recipients = createBuckets(RECIPIENTS_REMEMBERED, () =>
    createBucket(1 / perRecipientSeconds, RECIPIENT_BURST),
  );
  return {
    concurrency: CONCURRENCY,
    attempts: { relaxed: false, mostDoubts },
    laneWait: () => lane.wait(Date.now()),
    take({ recipient }) {
      const now = Date.now();
      const bucket = perRecipientSeconds === 0 ? null : recipients(recipient);
      const wait = Math.max(lane.wait(now), bucket?.wait(now) ?? 0);
      if (wait > 0) return wait;
      lane.take(now);
      bucket?.take(now);
      return 0;
    },
  };
}
