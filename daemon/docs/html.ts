/** Text that is HTML already, and is not escaped again. */
export type Html = { readonly html: string };

type Value = Html | string | number | null | undefined | false | readonly Value[];

/**
 * A piece of a page. Values are escaped, unless they are pieces themselves; null, undefined and false leave nothing.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return raw(strings.map((text, at) => text + (at < values.length ? written(values[at]) : "")).join(""));
}

/** Says of a text that it is HTML: for our own files and for what was made from them. */
export function raw(text: string): Html {
  return { html: text };
}

export function escaped(text: string): string {
  return Bun.escapeHTML(text);
}

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string" || typeof value === "number") return escaped(String(value));
  if (isList(value)) return value.map(written).join("");
  return value.html;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
