import type { EndpointTarget } from "../../db/webhooks/endpoints.ts";
import { createBucket } from "../lib/token-bucket.ts";

/** The pacing of one endpoint, in milliseconds. */
export type EndpointPacer = {
  /** Milliseconds until the next delivery may start; 0 means now. */
  wait(): number;
  /** Takes a place and returns 0, or returns how many milliseconds to wait for one. */
  take(): number;
};

const REMEMBERED = 10_000;
const UNPACED: EndpointPacer = { wait: () => 0, take: () => 0 };

/** The pacers of all endpoints. They outlive a drain; changing an endpoint's rate resets its pacer. */
export function createEndpointPacers(): (
  target: Pick<EndpointTarget, "id" | "rate_per_second">,
) => EndpointPacer {
  const paced = new Map<string, { rate: number; pacer: EndpointPacer }>();
  return ({ id, rate_per_second: rate }) => {
    if (rate === null) return UNPACED;
    const known = paced.get(id);
    if (known?.rate === rate) return known.pacer;
    if (paced.size >= REMEMBERED) paced.clear();
    const pacer = createPacer(rate);
    paced.set(id, { rate, pacer });
    return pacer;
  };
}

/** A burst is at most one second's worth of deliveries. */
function createPacer(rate: number): EndpointPacer {
  const bucket = createBucket(rate, rate);
  return {
    wait: () => bucket.wait(Date.now()),
    take() {
      const now = Date.now();
      const wait = bucket.wait(now);
      if (wait === 0) bucket.take(now);
      return wait;
    },
  };
}
