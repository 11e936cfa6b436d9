import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { addCounts } from "../../db/organizations/limits.ts";
import type { RequestLimits } from "../http/caller.ts";
import { askedTooOften, KEY_OR_ORGANISATION } from "../http/openapi/details.ts";
import { problem } from "../http/problem.ts";
import { networkOf } from "../http/sender.ts";
import { createSerial } from "../lib/serial.ts";
import { createCounters } from "./counters.ts";
import { type Quota, quotaFields, worst } from "./quota.ts";
import { secondsLeft, WINDOW_SECONDS } from "./window.ts";

/** The limits, in requests a second. */
export type LimitSettings = {
  keyRequestsPerSecond: number;
  organizationRequestsPerSecond: number;
  addressRequestsPerSecond: number;
};

/** Limits the request rate: counted in memory, and shared with the other daemons in the background. */
export type Limits = RequestLimits & {
  /** Takes the limits of organisations that have one of their own, by their ids; called now and then. */
  know(own: Readonly<Record<string, number>>): void;
  stop(): Promise<void>;
};

const SHARE_MS = 1000;

/**
 * Counts in memory, so that no request waits. The counts are added up in Postgres a second
 * after the first of them, so each daemon learns of other daemons' requests up to a second late
 * and may let too many through meanwhile. While nobody asks, nothing is shared.
 */
export function createLimits(sql: Sql, settings: LimitSettings, log: Pick<Logger, "warn">): Limits {
  const counters = createCounters();
  let own = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  const sharing = createSerial((cause) => log.warn({ err: cause }, "limits not shared"));

  function share(): void {
    timer = null;
    sharing.add(async () => counters.learn(await addCounts(sql, counters.take())));
  }

  function quota(name: string, subject: string, perSecond: number, count = 1): Quota {
    const most = perSecond * WINDOW_SECONDS;
    counters.add(subject, count);
    timer ??= setTimeout(share, SHARE_MS);
    return { name, most, left: most - counters.used(subject) };
  }

  return {
    spend({ organizationId, actor }, count) {
      const perSecond = own.get(organizationId) ?? settings.organizationRequestsPerSecond;
      const quotas = [
        quota(actor.type, `${actor.type} ${actor.id}`, settings.keyRequestsPerSecond, count),
        quota("organization", `organization ${organizationId}`, perSecond, count),
      ];
      const fields = quotaFields(quotas, secondsLeft(Date.now()));
      if (worst(quotas) < 0) throw tooMany(KEY_OR_ORGANISATION, fields);
      return fields;
    },
    spendStranger(address) {
      if (address === null) return;
      const found = quota("address", `address ${networkOf(address)}`, settings.addressRequestsPerSecond);
      if (found.left < 0) throw tooMany("this address", quotaFields([found], secondsLeft(Date.now())));
    },
    know(limits) {
      own = new Map(Object.entries(limits));
    },
    async stop() {
      clearTimeout(timer ?? undefined);
      await sharing.done();
    },
  };
}

function tooMany(who: string, fields: Record<string, string>) {
  const seconds = secondsLeft(Date.now());
  return problem(429, "rate_limited", askedTooOften(who, seconds), {
    headers: { "retry-after": String(seconds), ...fields },
  });
}
