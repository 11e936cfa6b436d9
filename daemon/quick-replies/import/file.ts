import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseYaml } from "yaml";
import { refused } from "../../contacts/refused.ts";
import { isObject } from "../../lib/objects.ts";

const HOW =
  "give a list of objects with shortcut, body and, if you like, title, channel_ids and media_id (YAML or JSON), or a CSV with these columns";

/** What a file has in place of quick replies, each to be checked: YAML, JSON, or CSV by its name. Throws 422. */
export function rowsOf(name: string, text: string): readonly unknown[] {
  const rows = /\.csv$/i.test(name) ? csvRows(text) : yamlRows(text);
  if (rows.length === 0) throw refused("/text", `there is no quick reply in it: ${HOW}`);
  return rows;
}

function csvRows(text: string): unknown[] {
  const rows: Record<string, string>[] = reading(() =>
    parseCsv(text, { columns: true, bom: true, skip_empty_lines: true, trim: true }),
  );
  return rows.map(({ channel_ids, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== "")),
    ...(channel_ids ? { channel_ids: channel_ids.split(/[\s,;]+/) } : {}),
  }));
}

function yamlRows(text: string): unknown[] {
  // comparing each key with all others takes minutes for a map of 90,000 keys
  const value: unknown = reading(() => parseYaml(text, { uniqueKeys: false }));
  // what a list of the API is in
  const rows = isObject(value) ? value.data : value;
  return Array.isArray(rows) ? rows : [];
}

function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    const [first = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw refused("/text", `${first}; ${HOW}`);
  }
}
