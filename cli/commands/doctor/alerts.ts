import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import { type Finding, warning } from "./finding.ts";

/** Alerts of Meta are named for so long. */
export const ALERT_DAYS = 14;

/** The last alert of each kind about each number, given all of them, oldest first; those that only inform are left out. */
export function alertFindings(events: readonly LoggedEvent[]): Finding[] {
  const bodies = events.map(({ body }) => body as Readonly<Record<string, unknown>>);
  const last = new Map(bodies.map((body) => [`${body.channel_id} ${body.alert}`, body]));
  return [...last.values()]
    .filter(({ severity }) => severity !== "informational")
    .map(({ channel_id, text, advice }) =>
      warning("alerts", `${channel_id}: ${text}`, String(advice ?? "See it in WhatsApp Manager.")),
    );
}
