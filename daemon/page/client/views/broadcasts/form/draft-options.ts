import { quoted } from "../../../parts/as-command.tsx";
import type { Audience, Draft, Parameter, Parameters } from "./draft.ts";

/** The options that say the same as one member of a draft; null where the command line has none for it. */
type OptionsOf<Name extends keyof Draft> = (value: Draft[Name]) => string | null;

/** By each member, in the order in which they are written. One that is new doesn't compile until it is here. */
const OPTIONS: { readonly [Name in keyof Draft]: OptionsOf<Name> } = {
  name: (name) => option("name", name),
  template: ({ name, language, parameters }) =>
    option("template", name) + option("lang", language) + (parameters ? parameterOptions(parameters) : ""),
  audience: audienceOptions,
  channel_ids: (ids) => each("channel", ids),
  window: windowOptions,
  rate_per_second: (rate) => option("rate", rate),
  starts_at: (time) => option("at", time),
  priority: (priority) => option("priority", priority),
  stop: stopOptions,
  limit: limitOptions,
  require_consent: (isRequired) => (isRequired ? " --require-consent" : null),
};

/** The options of the command line that say the same as some members of a draft; null where it has none for them. */
export function draftOptions(draft: Partial<Draft>): string | null {
  const names = (Object.keys(OPTIONS) as (keyof Draft)[]).filter((name) => draft[name] !== undefined);
  const options = names.map((name) => (OPTIONS[name] as (value: unknown) => string | null)(draft[name]));
  return options.includes(null) ? null : options.join("") + clearOptions(draft);
}

function option(name: string, value: string | number | null | undefined): string {
  return value === undefined || value === null ? "" : ` --${name} ${quoted(String(value))}`;
}

function each(name: string, values: readonly string[] = []): string {
  return values.map((value) => option(name, value)).join("");
}

function parameterOptions({ header, body, buttons }: Parameters): string {
  const named = (values: Readonly<Record<string, Parameter>> = {}) =>
    Object.entries(values).map(([name, value]) => `${name}=${wordOf(value)}`);
  const counted = (values: readonly Parameter[]) =>
    values.map(wordOf).map((word) => (word.includes("=") ? `=${word}` : word));
  const params = Array.isArray(body) ? counted(body) : named(body as Readonly<Record<string, Parameter>>);
  return each("param", params) + option("header", header && wordOf(header)) + each("button", named(buttons));
}

/** `{first_name|there}` is a field with what stands in its place. */
function wordOf(parameter: Parameter): string {
  if (typeof parameter === "string") return parameter;
  return `{${[parameter.field, parameter.fallback].filter(Boolean).join("|")}}`;
}

function audienceOptions({ list_id, tags, filter, contact_ids, import_id, file }: Audience): string | null {
  const { q, ...others } = filter ?? {};
  // the command line takes the file itself, which has only its id here
  if (file !== undefined || Object.keys(others).length > 0) return null;
  if (filter !== undefined) return q === undefined ? " --everyone" : option("search", q);
  return [
    option("list", list_id),
    each("tag", tags?.any) + each("all-tags", tags?.all) + each("without-tag", tags?.none),
    each("contact", contact_ids),
    option("import", import_id),
  ].join("");
}

function windowOptions(window: Draft["window"]): string {
  if (window === null) return "";
  const { from, to, days, zone } = window;
  return option("window", `${from}-${to}`) + option("days", days?.join(",")) + option("zone", zone);
}

function stopOptions(stop: Draft["stop"]): string {
  const { failed_percent, marketing_refused_percent, of_last, quality } = stop ?? {};
  return [
    option("stop-failed", failed_percent) + option("stop-refused", marketing_refused_percent),
    option("of-last", of_last) + option("stop-quality", quality),
  ].join("");
}

function limitOptions(limit: Draft["limit"]): string {
  const { people, cost } = limit ?? {};
  return option("max-people", people) + option("max-cost", cost && `${cost.amount}${cost.currency}`);
}

const CLEARED = ["starts_at", "window", "rate_per_second", "stop", "limit"] as const;

function clearOptions(draft: Partial<Draft>): string {
  return each(
    "clear",
    CLEARED.filter((name) => draft[name] === null),
  );
}
