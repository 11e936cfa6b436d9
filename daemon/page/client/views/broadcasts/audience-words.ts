import { number, time } from "../../../languages/forms.ts";
import type { Broadcast } from "./states.ts";

type Audience = Broadcast["audience"];

/** Whom a broadcast is for, in words: "Everyone", "Contacts with the tag vip or friend, without staff". */
export function audienceInWords({ list_id, tags, filter, contact_ids, import_id }: Audience): string {
  if (list_id !== undefined) return `The list ${list_id}`;
  if (import_id !== undefined) return `The contacts of the import ${import_id}`;
  if (contact_ids !== undefined)
    return contact_ids.length === 1 ? "1 contact" : `${number(contact_ids.length)} contacts`;
  if (tags !== undefined) return tagsInWords(tags);
  return filter === undefined ? "" : filterInWords(filter);
}

function filterInWords({ q, tag, external_source, updated_after }: NonNullable<Audience["filter"]>): string {
  const parts = [
    q && `that match “${q}”`,
    tag && `with the tag ${tag}`,
    external_source && `of the source ${external_source}`,
    updated_after && `changed after ${time(updated_after, "minute")}`,
  ].filter((part) => part !== undefined && part !== "");
  return parts.length === 0 ? "Everyone" : `Contacts ${parts.join(", ")}`;
}

function tagsInWords({ any, all, none }: NonNullable<Audience["tags"]>): string {
  const parts = [
    any && `with the tag ${any.join(" or ")}`,
    all && `with the ${all.length === 1 ? "tag" : "tags"} ${all.join(" and ")}`,
    none && `without ${none.join(" and ")}`,
  ];
  return `Contacts ${parts.filter((part) => part !== undefined).join(", ")}`;
}
