import type { EgressGuard } from "../egress/guard.ts";
import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";
import { setNewest } from "../lib/bounded.ts";
import { createBucket, createBuckets } from "../lib/token-bucket.ts";
import { type ClientDocument, readDocument, refuseUnfit } from "./client-document.ts";

/**
 * The documents of programs. Each is read once for a while, also where it is of no use: anybody may name an address, and
 * the daemon is nobody's means to call others.
 */
export type Documents = {
  /** Throws `invalid_client`. `stranger` asks without a login, from this address: 429 where it named too many. */
  read(address: string, stranger?: { address: string | null }): Promise<ClientDocument>;
};

const KEPT_MS = 5 * 60_000;
const USELESS_MS = 60_000;
const MOST_KEPT = 500;
/** Documents that strangers may have read in a minute: of one network, and of all. */
const OF_NETWORK = 10;
const OF_ALL = 60;
const MOST_NETWORKS = 1_000;

type Kept = { document: Promise<ClientDocument>; until: number };

export function createDocuments(guard: EgressGuard, now: () => number = () => performance.now()): Documents {
  const kept = new Map<string, Kept>();
  const ofNetwork = createBuckets(MOST_NETWORKS, () => createBucket(OF_NETWORK / 60, OF_NETWORK));
  const ofAll = createBucket(OF_ALL / 60, OF_ALL);

  function takeTurn({ address }: { address: string | null }): void {
    const own = ofNetwork(networkOf(address ?? "-"));
    const waitMs = Math.max(own.wait(now()), ofAll.wait(now()));
    if (waitMs > 0) throw tooMany(waitMs);
    own.take(now());
    ofAll.take(now());
  }

  return {
    async read(address, stranger) {
      refuseUnfit(address);
      const known = kept.get(address);
      if (known !== undefined && known.until > now()) return await known.document;
      if (stranger !== undefined) takeTurn(stranger);
      const one = { document: readDocument(guard, address), until: now() + KEPT_MS };
      setNewest(kept, address, one, MOST_KEPT);
      return await one.document.catch((cause: unknown) => {
        one.until = now() + USELESS_MS;
        throw cause;
      });
    },
  };
}

function tooMany(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1_000);
  return problem(
    429,
    "too_many_logins",
    `too many documents of programs were asked for; try again in ${seconds} s`,
    {
      headers: { "retry-after": String(seconds) },
    },
  );
}
