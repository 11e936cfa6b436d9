import { quoted } from "../../../parts/as-command.tsx";
import type { Audience, Draft, Parameter, Parameters } from "./draft.ts";

/** The options of the command line that say the same as some members of a draft; null where it has none for them. */
export function draftOptions(draft: Partial<Draft>): string | null {
  const { name, channel_ids, template, audience, require_consent, priority } = draft;
  const people = audience === undefined ? "" : audienceOptions(audience);
  if (people === null || require_consent === false) return null;
  return [
    option("name", name),
    template && option("template", template.name) + option("lang", template.language),
    template?.parameters && parameterOptions(template.parameters),
    people,
    each("channel", channel_ids),
    timeOptions(draft),
    option("priority", priority),
    stopOptions(draft),
    require_consent && " --require-consent",
    clearOptions(draft),
  ]
    .filter((options) => typeof options === "string")
    .join("");
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

function timeOptions({ window, rate_per_second, starts_at }: Partial<Draft>): string {
  const { from, to, days, zone } = window ?? {};
  const hours = from === undefined ? "" : option("window", `${from}-${to}`);
  return [
    hours + option("days", days?.join(",")) + option("zone", zone),
    option("rate", rate_per_second) + option("at", starts_at),
  ].join("");
}

function stopOptions({ stop, limit }: Partial<Draft>): string {
  const { failed_percent, marketing_refused_percent, of_last, quality } = stop ?? {};
  const { people, cost } = limit ?? {};
  return [
    option("stop-failed", failed_percent) + option("stop-refused", marketing_refused_percent),
    option("of-last", of_last) + option("stop-quality", quality),
    option("max-people", people) + option("max-cost", cost && `${cost.amount}${cost.currency}`),
  ].join("");
}

const CLEARED = ["starts_at", "window", "rate_per_second", "stop", "limit"] as const;

function clearOptions(draft: Partial<Draft>): string {
  return each(
    "clear",
    CLEARED.filter((name) => draft[name] === null),
  );
}
