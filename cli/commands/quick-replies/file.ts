import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseYaml } from "yaml";
import type { NewQuickReply } from "../../lib/api/types/conversations.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { isObject } from "../../lib/values/objects.ts";

const HINT =
  "Give a list of objects with shortcut, body and, if you like, title and channel_ids (YAML or JSON), or a CSV with these columns.";

/** The quick replies of a file: YAML, JSON, or CSV by its name. What each may be is for the API. */
export function parseQuickReplies(name: string, text: string): NewQuickReply[] {
  const rows = /\.csv$/i.test(name) ? csvRows(text) : yamlRows(text);
  if (rows.length === 0) throw usageFailure("there is no quick reply in it", HINT);
  return rows.map((row, at) => {
    if (!isObject(row) || typeof row.shortcut !== "string" || typeof row.body !== "string")
      throw usageFailure(`number ${at + 1} has no shortcut or no body`, HINT);
    // its other members are checked by the API, which names the wrong one
    return row as NewQuickReply;
  });
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
  const value: unknown = reading(() => parseYaml(text));
  // what a list of the API is in
  const rows = isObject(value) ? value.data : value;
  return Array.isArray(rows) ? rows : [];
}

function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    throw usageFailure(cause instanceof Error ? cause.message : String(cause), HINT);
  }
}
