import { time } from "../../../languages/forms.ts";
import { AUDIENCE } from "../../view-words.ts";
import type { Broadcast } from "./states.ts";

type Audience = Broadcast["audience"];

/** Whom a broadcast is for, in words: "Everyone", "Contacts with the tag vip or friend, without staff". */
export function audienceInWords({ list_id, tags, filter, contact_ids, import_id }: Audience): string {
  if (list_id !== undefined) return AUDIENCE.list(list_id);
  if (import_id !== undefined) return AUDIENCE.import(import_id);
  if (contact_ids !== undefined) return AUDIENCE.contacts(contact_ids.length);
  if (tags !== undefined) return AUDIENCE.having(tagsInWords(tags));
  if (filter === undefined) return "";
  const parts = filterInWords(filter);
  return parts.length === 0 ? AUDIENCE.everyone : AUDIENCE.having(parts);
}

function filterInWords({
  q,
  tag,
  external_source,
  updated_after,
}: NonNullable<Audience["filter"]>): string[] {
  return [
    q && AUDIENCE.match(q),
    tag && AUDIENCE.anyTag([tag]),
    external_source && AUDIENCE.source(external_source),
    updated_after && AUDIENCE.changedAfter(time(updated_after, "minute")),
  ].filter((part): part is string => part !== undefined && part !== "");
}

function tagsInWords({ any, all, none }: NonNullable<Audience["tags"]>): string[] {
  const parts = [any && AUDIENCE.anyTag(any), all && AUDIENCE.allTags(all), none && AUDIENCE.noTag(none)];
  return parts.filter((part) => part !== undefined);
}
