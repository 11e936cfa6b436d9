import type { EventFilters } from "../../lib/api/types/webhooks.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";

/** The options of every command that reads events. */
export const eventFilterOptions = {
  events: {
    value: "types",
    of: "eventTypes",
    repeat: true,
    description: "Only of these event types, comma-separated",
  },
  channel: { value: "id", of: "channels", description: "Only of this channel" },
  include: {
    value: "records",
    repeat: true,
    description: "What events of messages carry: `message`, `contact`, comma-separated",
  },
  since: { value: "time", description: "From this time on: 2h, 7d (ago) or a date" },
} as const;

/** The same as the API calls it. */
export function eventFilters(options: OptionValues<typeof eventFilterOptions>): EventFilters {
  const { events, channel, include, since } = options;
  const types = eventTypes(events);
  return given({
    type: types.length === 0 ? undefined : types.join(","),
    channel_id: channel,
    include: include.length === 0 ? undefined : include.join(","),
    since: ago(since),
  });
}

/** The types of an option that may be repeated and each time hold several, separated by commas. */
export function eventTypes(values: readonly string[]): string[] {
  return values.flatMap((list) => list.split(",")).map((type) => type.trim());
}
