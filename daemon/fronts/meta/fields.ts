import type { ApiRecord } from "../../http/inside/own-api.ts";

/** The names of an object's fields. */
export type Fields = readonly string[];

/** Of an object, what `fields` asks for, and its id; without it, what Meta shows by itself. */
export function onlyFields(
  object: ApiRecord,
  { fields }: Record<string, string | undefined>,
  usual: Fields,
): ApiRecord {
  // `name{…}` asks for members of a member, which are shown whole
  const asked =
    fields
      ?.replace(/\{[^}]*\}/g, "")
      .split(",")
      .map((name) => name.trim()) ?? usual;
  return Object.fromEntries(Object.entries(object).filter(([name]) => name === "id" || asked.includes(name)));
}
