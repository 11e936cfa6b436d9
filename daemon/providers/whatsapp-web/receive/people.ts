import type { BaileysEventMap } from "baileys";
import type { InboundFact } from "../../inbound.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import { type Library, openLibrary } from "../library/library.ts";
import type { WhatsAppWebRecords } from "../send/records.ts";
import { identityOf } from "./person.ts";

type Learning = { records: WhatsAppWebRecords; session: WhatsAppWebSession };

/** Somebody whom the phone knows, by every address they are known under. */
export type KnownPerson = { jids: (string | null | undefined)[]; name: string | null };

/** Those of them who are people, not groups or channels. */
export function knownFacts(library: Library, people: readonly KnownPerson[]): InboundFact[] {
  const identityIn = (type: "phone" | "lid", jids: KnownPerson["jids"]) =>
    jids.map((jid) => identityOf(library, jid ?? "")).find((one) => one?.type === type)?.value ?? null;
  return people.flatMap(({ jids, name }): InboundFact[] => {
    const [phone, lid] = [identityIn("phone", jids), identityIn("lid", jids)];
    return phone === null && lid === null ? [] : [{ kind: "known", phone, lid, name }];
  });
}

/** Forgets the pictures of people who changed or removed theirs. */
export async function forgetPictures(
  { records, session }: Learning,
  updates: BaileysEventMap["contacts.update"],
): Promise<void> {
  const library = await openLibrary();
  for (const { id, imgUrl } of updates) {
    const person = imgUrl === undefined ? null : identityOf(library, id ?? "");
    if (person !== null) await records.forgetPicture(session, person);
  }
}

export async function pair(
  { records, session }: Learning,
  { lid, pn }: BaileysEventMap["lid-mapping.update"],
): Promise<void> {
  const library = await openLibrary();
  const [one, other] = [identityOf(library, lid), identityOf(library, pn)];
  if (one?.type !== "lid" || other?.type !== "phone") return;
  await records.receive(session, [{ kind: "pair", lid: one.value, phone: other.value }]);
}
