import type { Broadcast } from "../../lib/api/types/broadcasts.ts";

/** Whom a broadcast is for, in words: `the list lst_…`, `the tag vip or friend, without staff`, `everyone`. */
export function describeAudience({
  list_id,
  tags,
  filter,
  contact_ids,
  import_id,
}: Broadcast["audience"]): string {
  if (list_id !== undefined) return `the list ${list_id}`;
  if (import_id !== undefined) return `the file of the import ${import_id}`;
  if (contact_ids !== undefined)
    return contact_ids.length === 1 ? "1 contact" : `${contact_ids.length} contacts`;
  if (tags !== undefined) return describeTags(tags);
  return describeFilter(filter ?? {});
}

function describeTags({ any, all, none }: NonNullable<Broadcast["audience"]["tags"]>): string {
  const parts = [
    any && `the tag ${oneOf(any)}`,
    all && `the ${all.length === 1 ? "tag" : "tags"} ${listed(all)}`,
    none && `without ${listed(none)}`,
  ];
  const said = parts.filter((part) => part !== undefined).join(", ");
  return any === undefined && all === undefined ? `everyone ${said}` : said;
}

function describeFilter(filter: object): string {
  const given = Object.entries(filter).map(([name, value]) =>
    // what is searched for everywhere
    name === "q" ? JSON.stringify(value) : `${name} ${JSON.stringify(value)}`,
  );
  return given.length === 0 ? "everyone" : `contacts with ${listed(given)}`;
}

const listed = (words: readonly string[]): string => new Intl.ListFormat("en").format(words);
const oneOf = (words: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(words);
