import type { ReactNode } from "react";
import { Id } from "../../parts/code.tsx";
import { Time } from "../../parts/time.tsx";
import { AUDIENCE, BROADCASTS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import type { Broadcast } from "./states.ts";

/** When and how fast a broadcast goes out, and what stops it. */
export function planFacts(broadcast: Broadcast): [string, ReactNode][] {
  const { id, starts_at, window, rate_per_second, priority, limit, require_consent } = broadcast;
  return [
    [BROADCASTS.starts, starts_at === null ? BROADCASTS.whenStarted : <Time key="starts" at={starts_at} />],
    [
      BROADCASTS.window,
      window &&
        [`${window.from}–${window.to}`, window.days?.join(", "), window.zone].filter(Boolean).join(" "),
    ],
    [BROADCASTS.rate, rate_per_second === null ? BROADCASTS.ownPace : BROADCASTS.perSecond(rate_per_second)],
    [BROADCASTS.priority, BROADCASTS.priorities[priority]],
    [BROADCASTS.limit, limit && limitInWords(limit)],
    [BROADCASTS.stopRules, stopInWords(broadcast.stop)],
    [BROADCASTS.consent, require_consent ? BROADCASTS.consentOnly : null],
    [BROADCASTS.begun, broadcast.started_at && <Time at={broadcast.started_at} />],
    [BROADCASTS.ended, broadcast.ended_at && <Time at={broadcast.ended_at} />],
    [WORDS.id, <Id key="id" value={id} />],
  ];
}

function limitInWords({ people, cost }: NonNullable<Broadcast["limit"]>): string {
  const parts = [
    people !== undefined && BROADCASTS.peopleCount(people),
    cost !== undefined && `${cost.amount} ${cost.currency}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

function stopInWords(stop: Broadcast["stop"]): string | null {
  if (stop === null) return null;
  const { failed_percent, marketing_refused_percent, quality, of_last = 100 } = stop;
  const parts = [
    failed_percent !== undefined && AUDIENCE.stopFailed(failed_percent, of_last),
    marketing_refused_percent !== undefined && AUDIENCE.stopMarketing(marketing_refused_percent, of_last),
    quality !== undefined && AUDIENCE.stopQuality(quality),
  ];
  return AUDIENCE.or(parts.filter((part) => part !== false));
}
