import type { ChannelRow } from "../../../db/channels/channels.ts";
import { requireConnected } from "../../channels/asking/ask.ts";
import { problem } from "../../http/problem.ts";
import { DAYS } from "./documentation.ts";

/** Throws 409 where a paired number can't or should not post: paused, restricted, at its limit of new chats, not connected. */
export function requirePosting(channel: ChannelRow): void {
  if (channel.settings.paused === true)
    throw problem(409, "channel_paused", "the channel is paused; resume it, then post");
  const until = restrictedUntil(channel, Date.now());
  if (until !== null) {
    const when = until === "" ? "" : ` until ${until}`;
    const detail = `WhatsApp restricts this number${when}; post when that is over, so that it is not taken away altogether`;
    throw problem(409, "channel_restricted", detail);
  }
  requireConnected(channel);
}

/** Until when WhatsApp holds a number back, `""` where it does not say; null where it does not. */
function restrictedUntil({ status, restrictions, new_chats }: ChannelRow, now: number): string | null {
  const held = restrictions.find(({ scope, until }) => scope === "new_contacts" && Date.parse(until) > now);
  if (held !== undefined) return held.until;
  const { status: chats, cycle_end: end } = new_chats ?? {};
  if (chats === "CAPPED" && !(end && Date.parse(end) <= now)) return end ?? "";
  return status === "restricted" ? "" : null;
}

export function hasNoStatus() {
  return problem(
    422,
    "unsupported_on_platform",
    "the Cloud API has no status posts; post from a paired number instead",
  );
}

/** Nobody of those who are meant can be shown a status. */
export function nobodyToShow(isNamed: boolean) {
  const detail = isNamed
    ? "none of these people can be shown a status: it goes to who has written to this number, shows theirs, and may be written to"
    : `nobody who wrote to this number within the last ${DAYS} days can be shown a status`;
  return problem(422, "no_recipients", detail);
}

/** The number has posted as often as it may; `roomAt` (ms) is when the next is possible. */
export function tooManyStatuses(roomAt: number) {
  const when = new Date(roomAt).toISOString();
  const detail = `this number has posted as often as it may within 24 hours; the next is possible from ${when} on`;
  const seconds = Math.max(1, Math.ceil((roomAt - Date.now()) / 1000));
  return problem(429, "too_many_statuses", detail, { headers: { "retry-after": String(seconds) } });
}
