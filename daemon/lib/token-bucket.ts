import { setNewest } from "./bounded.ts";

/** A token bucket. */
export type Bucket = {
  /** Milliseconds until a token is there; 0 when one is. */
  wait(now: number): number;
  /** Takes a token; call it only when `wait` is 0. */
  take(now: number): void;
};

/** A bucket that refills at `perSecond` and holds `burst` tokens at most. */
export function createBucket(perSecond: number, burst: number): Bucket {
  let tokens = burst;
  let at = 0;
  const refill = (now: number) => {
    // a clock that was set back brings nothing, and takes nothing away
    if (at > 0) tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond);
    at = now;
  };
  return {
    wait(now) {
      refill(now);
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000);
    },
    take(now) {
      refill(now);
      tokens -= 1;
    },
  };
}

/** Buckets by key, the least recently used forgotten beyond `size` (a forgotten one starts full again). */
export function createBuckets(size: number, make: () => Bucket): (key: string) => Bucket {
  const buckets = new Map<string, Bucket>();
  return (key) => {
    const bucket = buckets.get(key) ?? make();
    setNewest(buckets, key, bucket, size);
    return bucket;
  };
}
