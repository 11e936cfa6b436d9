import type { EndpointFields } from "../../lib/api/types/webhooks.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { eventTypes } from "../events/filters.ts";

/** The options that say what an endpoint gets and how; `all` and `none` take a limit away again. */
export const endpointFieldOptions = {
  events: {
    value: "types",
    of: "eventTypes",
    repeat: true,
    description: "Event types, comma-separated, or `all`",
  },
  channel: {
    value: "id",
    of: "channels",
    repeat: true,
    description: "Channel whose events it gets, or `all`; may be repeated",
  },
  include: {
    value: "records",
    repeat: true,
    description: "What events of messages carry: `message`, `contact`, `files`, comma-separated, or `none`",
  },
  "file-bytes": { value: "number", description: "Most bytes of files that an event carries, or `none`" },
  "format-events": {
    value: "names",
    repeat: true,
    description: "Events of its format's own that it gets, comma-separated, or `all`",
  },
  description: { value: "text", description: "Its purpose" },
  header: {
    value: "name=value",
    repeat: true,
    description: "Header to send with each delivery; may be repeated. Replaces existing ones",
  },
  rate: { value: "number", description: "Most deliveries per second, or `none`" },
  concurrency: { value: "number", description: "Most deliveries at the same time, or `none`" },
} as const;

/** The members that the options give, as the API takes them. */
export function endpointFields(options: OptionValues<typeof endpointFieldOptions>): EndpointFields {
  const { events, channel, include, description, header, rate, concurrency } = options;
  const { "file-bytes": fileBytes, "format-events": formatEvents } = options;
  return given({
    filterTypes: events.length === 0 ? undefined : allOr(eventTypes(events)),
    channels: channel.length === 0 ? undefined : allOr(channel),
    include: include.length === 0 ? undefined : parseInclude(include),
    file_bytes: fileBytes === undefined ? undefined : parseLimit("file-bytes", fileBytes),
    format_events: formatEvents.length === 0 ? undefined : allOr(split(formatEvents)),
    description,
    headers: header.length === 0 ? undefined : Object.fromEntries(header.map(parseHeader)),
    rate_per_second: rate === undefined ? undefined : parseLimit("rate", rate),
    concurrency: concurrency === undefined ? undefined : parseLimit("concurrency", concurrency),
  });
}

type Includable = NonNullable<EndpointFields["include"]>[number];

/** Each that the API takes. */
const INCLUDABLE: Record<Includable, true> = { message: true, contact: true, files: true };

function isIncludable(name: string): name is Includable {
  return Object.hasOwn(INCLUDABLE, name);
}

function parseInclude(values: string[]): EndpointFields["include"] {
  const names = split(values);
  if (names.length === 1 && names[0] === "none") return null;
  return names.map((name) => {
    if (isIncludable(name)) return name;
    throw usageFailure(`--include takes ${Object.keys(INCLUDABLE).join(", ")} or none, not '${name}'`);
  });
}

function split(values: string[]): string[] {
  return values.flatMap((value) => value.split(","));
}

function allOr(values: string[]): string[] | null {
  return values.length === 1 && values[0] === "all" ? null : values;
}

/** The value is not repeated in the error: it may be a secret. */
function parseHeader(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 1) throw usageFailure("--header must look like name=value");
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function parseLimit(option: string, text: string): number | null {
  if (text === "none") return null;
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw usageFailure(`--${option} must be a whole number or 'none', not '${text}'`);
}
