import type { EndpointFields } from "../../lib/api/types/webhooks.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { eventTypes } from "../events/filters.ts";

/** The options that say what an endpoint gets and how; `all` and `none` take a limit away again. */
export const fieldOptions = {
  events: { value: "types", repeat: true, description: "Event types, comma-separated, or `all`" },
  channel: {
    value: "id",
    repeat: true,
    description: "Channel whose events it gets, or `all`; may be repeated",
  },
  description: { value: "text", description: "What it is for" },
  header: {
    value: "name=value",
    repeat: true,
    description: "Sent along with each delivery; may be repeated. Replaces those there were",
  },
  rate: { value: "number", description: "Deliveries a second at most, or `none`" },
  concurrency: { value: "number", description: "Deliveries out at once at most, or `none`" },
} as const;

type FieldOptions = {
  events: string[];
  channel: string[];
  description: string | undefined;
  header: string[];
  rate: string | undefined;
  concurrency: string | undefined;
};

/** What the options say, as the API takes it; what they leave out is absent. */
export function endpointFields(options: FieldOptions): EndpointFields {
  const { events, channel, description, header, rate, concurrency } = options;
  return {
    ...(events.length === 0 ? {} : { filterTypes: allOr(eventTypes(events)) }),
    ...(channel.length === 0 ? {} : { channels: allOr(channel) }),
    ...(description === undefined ? {} : { description }),
    ...(header.length === 0 ? {} : { headers: Object.fromEntries(header.map(parseHeader)) }),
    ...(rate === undefined ? {} : { rate_per_second: parseLimit("rate", rate) }),
    ...(concurrency === undefined ? {} : { concurrency: parseLimit("concurrency", concurrency) }),
  };
}

function allOr(values: string[]): string[] | null {
  return values.length === 1 && values[0] === "all" ? null : values;
}

/** The value is not repeated in the error: it may be a secret. */
function parseHeader(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw usageFailure("--header must be written name=value");
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function parseLimit(option: string, text: string): number | null {
  if (text === "none") return null;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw usageFailure(`--${option} must be a whole number or 'none', not '${text}'`);
}
