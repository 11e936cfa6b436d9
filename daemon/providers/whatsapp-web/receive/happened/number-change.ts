import type { BinaryNode } from "baileys";
import type { Identity, InboundFact } from "../../../inbound.ts";
import { momentOf } from "../../../moment.ts";
import type { Library } from "../../library/library.ts";
import { identityOf } from "../person.ts";

/**
 * Somebody of the phone's address book has another number: a `notification` of the type `contacts`, with `modify`.
 * Sources: WhatsApp Web, its handler of notifications about contacts; Cobalt, `notification`. Nothing of other ones.
 */
export function readNumberChange(library: Library, stanza: BinaryNode): InboundFact[] {
  const [part] = Array.isArray(stanza.content) ? stanza.content : [];
  if (part?.tag !== "modify" || !stanza.attrs.id) return [];
  const { old, new: new_, old_lid, new_lid } = part.attrs;
  const from = [old, old_lid].flatMap((jid) => identity(library, jid));
  const named = [new_, new_lid].flatMap((jid) => identity(library, jid));
  const to = named.filter(({ type, value }) => !from.some((one) => one.type === type && one.value === value));
  const phoneIn = (list: readonly Identity[]) => list.find(({ type }) => type === "phone")?.value ?? null;
  const [person] = to;
  const number = phoneIn(to);
  if (person === undefined || number === null || from.length === 0) return [];
  const providerMessageId = stanza.attrs.id;
  return [
    { kind: "move", providerMessageId, from, to },
    {
      ...{ kind: "notice", providerMessageId, direction: "inbound", person, participant: null },
      content: { event: "number_changed", from: phoneIn(from), to: number },
      at: momentOf(stanza.attrs.t),
    },
  ];
}

function identity(library: Library, jid: string | undefined): Identity[] {
  const found = jid === undefined ? null : identityOf(library, jid);
  return found === null ? [] : [found];
}
