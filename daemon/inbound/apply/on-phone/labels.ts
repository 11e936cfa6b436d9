import { MOST_TAGS } from "../../../../db/conversations/tags.ts";
import { beginningOf } from "../../../lib/characters.ts";
import type { Apply } from "../apply-kind.ts";

/** The longest tag. */
const LONGEST = 64;
/** WhatsApp's ids of labels. */
const ID = /^[0-9]{1,10}$/;

/** Labels that somebody named, renamed or deleted on the phone of a number, and the chats that carry them. */
export const applyLabels: Apply<"labels"> = async (writes, channels, facts) => {
  for (const { organization_id, id: channel_id } of channels)
    for (const { business, edited, chats } of facts) {
      const given = {
        ...{ business, most: MOST_TAGS },
        edited: edited
          .map((one) => ({ ...one, name: asTag(one.name) }))
          .filter(({ id, name, deleted }) => ID.test(id) && (deleted || isTag(name))),
        chats: chats.map(({ labelId, labelled, person, alias }) => ({
          ...{ label_id: labelId, labelled, ...person },
          ...{ other_type: alias?.type ?? null, other_value: alias?.value ?? null },
        })),
      };
      writes.add({ kind: "labels", organization_id, channel_id, given });
    }
};

/** A label's name as a tag can be stored. */
function asTag(name: string): string {
  return beginningOf(name.replaceAll("\u0000", "").toWellFormed().trim(), LONGEST);
}

/** Whether a tag of this name could be removed again: in an address, clients take the others for folders. */
function isTag(name: string): boolean {
  return name !== "" && name !== "." && name !== "..";
}
