import type { ParsedOptions } from "postgres";
import { parse } from "postgres-array";

/** Reads one element of an array, or writes it. */
type Convert = (element: never) => unknown;

/**
 * Types whose arrays are read and written, by the ids that they have in every Postgres, as `pg_type` has them (`oid`,
 * `typarray`). The driver's own way, `fetch_types`, has each new connection read half the catalogue before its first
 * query, and ends the process when the connection is lost meanwhile.
 */
export const ARRAY_TYPES = [
  { oid: 16, typarray: 1000 }, // boolean
  { oid: 17, typarray: 1001 }, // bytea
  { oid: 18, typarray: 1002 }, // "char"
  { oid: 19, typarray: 1003 }, // name
  { oid: 20, typarray: 1016 }, // bigint
  { oid: 21, typarray: 1005 }, // smallint
  { oid: 23, typarray: 1007 }, // integer
  { oid: 25, typarray: 1009 }, // text
  { oid: 26, typarray: 1028 }, // oid
  { oid: 114, typarray: 199 }, // json
  { oid: 700, typarray: 1021 }, // real
  { oid: 701, typarray: 1022 }, // double precision
  { oid: 869, typarray: 1041 }, // inet
  { oid: 1042, typarray: 1014 }, // character
  { oid: 1043, typarray: 1015 }, // character varying
  { oid: 1082, typarray: 1182 }, // date
  { oid: 1083, typarray: 1183 }, // time
  { oid: 1114, typarray: 1115 }, // timestamp
  { oid: 1184, typarray: 1185 }, // timestamp with time zone
  { oid: 1186, typarray: 1187 }, // interval
  { oid: 1700, typarray: 1231 }, // numeric
  { oid: 2205, typarray: 2210 }, // regclass
  { oid: 2950, typarray: 2951 }, // uuid
  { oid: 3802, typarray: 3807 }, // jsonb
];

/** Has a pool of these options read and write such arrays as it does their elements. */
export function addArrays({ parsers, serializers }: Pick<ParsedOptions, "parsers" | "serializers">): void {
  for (const { oid, typarray } of ARRAY_TYPES) {
    const read: Convert = parsers[oid] ?? String;
    const write: Convert = serializers[oid] ?? String;
    parsers[typarray] = (text: string) => parse(text, (element) => read(element as never));
    serializers[typarray] = (value: unknown) => (Array.isArray(value) ? literalOf(value, write) : value);
  }
}

/** Postgres's own notation: `{"a","b\\"c",null}` (manual, 8.15.6). */
function literalOf(elements: readonly unknown[], write: Convert): string {
  const written = elements.map((element) => {
    if (Array.isArray(element)) return literalOf(element, write);
    if (element === null || element === undefined) return "null";
    return `"${String(write(element as never)).replace(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${written.join(",")}}`;
}
