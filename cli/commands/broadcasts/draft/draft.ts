import type { NewBroadcast } from "../../../lib/api/types/broadcasts.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { fromNow } from "../../../lib/values/duration.ts";
import { given } from "../../../lib/values/given.ts";
import { moneyOf } from "../../../lib/values/money.ts";
import { windowOf } from "./hours.ts";
import type { DraftOptions } from "./options.ts";
import { parametersOf } from "./parameters.ts";

/** The members of a broadcast that the options give. */
export function draftFrom(options: DraftOptions): Partial<NewBroadcast> {
  const { name, template, lang, channel, priority } = options;
  const parameters = parametersOf(options);
  if (template === undefined && (lang !== undefined || parameters !== undefined))
    throw usageFailure("--lang, --param, --header and --button belong to a --template");
  const language = lang ?? "en_US";
  return given({
    name,
    channel_ids: channel.length === 0 ? undefined : channel,
    template: template === undefined ? undefined : { name: template, language, ...given({ parameters }) },
    audience: audienceOf(options),
    starts_at: fromNow(options.at),
    window: windowOf(options),
    rate_per_second: numberOf("rate", options.rate),
    priority: priority as NewBroadcast["priority"],
    stop: stopOf(options),
    limit: limitOf(options),
    require_consent: options["require-consent"] ? true : undefined,
  });
}

type Audience = NewBroadcast["audience"];

function audienceOf(options: DraftOptions): Audience | undefined {
  const { list, contact, search, everyone } = options;
  const some = (names: string[]) => (names.length === 0 ? undefined : names);
  const tags = given({
    any: some(options.tag),
    all: some(options["all-tags"]),
    none: some(options["without-tag"]),
  });
  const ways: Audience[] = [
    ...(list === undefined ? [] : [{ list_id: list }]),
    ...(Object.keys(tags).length === 0 ? [] : [{ tags }]),
    ...(contact.length === 0 ? [] : [{ contact_ids: contact }]),
    ...(options.import === undefined ? [] : [{ import_id: options.import }]),
    ...(search === undefined ? [] : [{ filter: { q: search } }]),
    ...(everyone ? [{ filter: {} }] : []),
  ];
  if (ways.length > 1)
    throw usageFailure(
      "give one audience",
      "One of --list, tags, --contact, --import, --search and --everyone.",
    );
  return ways[0];
}

function stopOf(options: DraftOptions): NewBroadcast["stop"] {
  const stop = given({
    failed_percent: numberOf("stop-failed", options["stop-failed"]),
    marketing_refused_percent: numberOf("stop-refused", options["stop-refused"]),
    of_last: numberOf("of-last", options["of-last"]),
    quality: options["stop-quality"] as "YELLOW" | "RED" | undefined,
  });
  return Object.keys(stop).length === 0 ? undefined : stop;
}

function limitOf(options: DraftOptions): NewBroadcast["limit"] {
  const limit = given({
    people: numberOf("max-people", options["max-people"]),
    cost: options["max-cost"] === undefined ? undefined : moneyOf("--max-cost", options["max-cost"]),
  });
  return Object.keys(limit).length === 0 ? undefined : limit;
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text.replace(/%$/, ""));
  if (text.trim() !== "" && Number.isFinite(number)) return number;
  throw usageFailure(`--${option} '${text}' is not a number`);
}
