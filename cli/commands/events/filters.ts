import type { EventFilters } from "../../lib/api/types/webhooks.ts";
import { parseTime } from "../../lib/values/duration.ts";

/** The options of every command that reads events. */
export const filterOptions = {
  events: { value: "types", repeat: true, description: "Only of these event types, comma-separated" },
  channel: { value: "id", description: "Only of this channel" },
  since: { value: "time", description: "From this time on: 2h, 7d (ago) or a date" },
} as const;

type FilterOptions = { events: string[]; channel: string | undefined; since: string | undefined };

/** The same as the API calls it. */
export function eventFilters({ events, channel, since }: FilterOptions): EventFilters {
  const types = eventTypes(events);
  return {
    ...(types.length === 0 ? {} : { type: types.join(",") }),
    ...(channel === undefined ? {} : { channel_id: channel }),
    ...(since === undefined ? {} : { since: parseTime(since, -1) }),
  };
}

/** The types of an option that may be repeated and each time hold several, separated by commas. */
export function eventTypes(given: readonly string[]): string[] {
  return given.flatMap((list) => list.split(",")).map((type) => type.trim());
}
