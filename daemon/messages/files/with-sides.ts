import type { Queryable } from "../../../db/connection/client.ts";
import { sidesOf } from "../../../db/media/media.ts";
import type { MessageRow } from "../../../db/messages/messages.ts";
import { isObject } from "../../lib/objects.ts";

const FILES = /"media_id"\s*:\s*"(med_\w+)"/g;

/**
 * Messages of one organisation, whose contents say beside `media_id` how wide and high the file is, where that is known
 * and not said: so that views have its place before it is loaded.
 */
export async function withSides(sql: Queryable, rows: readonly MessageRow[]): Promise<readonly MessageRow[]> {
  const ids = rows.flatMap(({ content }) => Array.from(content.matchAll(FILES), ([, id = ""]) => id));
  if (ids.length === 0) return rows;
  const sides = await sidesOf(sql, rows[0]?.organization_id ?? "", ids);
  const add = (_: string, value: unknown) =>
    isObject(value) && typeof value.media_id === "string"
      ? { ...sides.get(value.media_id), ...value }
      : value;
  return rows.map((row) =>
    row.content.search(FILES) === -1
      ? row
      : { ...row, content: JSON.stringify(JSON.parse(row.content, add)) },
  );
}
