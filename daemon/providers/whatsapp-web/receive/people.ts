import type { BaileysEventMap } from "baileys";
import type { InboundFact } from "../../inbound.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import { openLibrary } from "../library/library.ts";
import type { WhatsAppWebRecords } from "../send/records.ts";
import { identityOf } from "./person.ts";

type Learning = { records: WhatsAppWebRecords; session: WhatsAppWebSession };

/** Whom the phone knows, and which LID is whose; history makes no events. */
export async function learn(
  { records, session }: Learning,
  { contacts, lidPnMappings = [] }: BaileysEventMap["messaging-history.set"],
): Promise<void> {
  const library = await openLibrary();
  const identityIn = (type: "phone" | "lid", ...jids: (string | undefined)[]) =>
    jids.map((jid) => identityOf(library, jid ?? "")).find((one) => one?.type === type)?.value ?? null;
  const people = [
    ...contacts.map(({ id, lid, phoneNumber, name, notify, verifiedName }) => ({
      jids: [id, lid, phoneNumber],
      name: name ?? verifiedName ?? notify ?? null,
    })),
    ...lidPnMappings.map(({ lid, pn }) => ({ jids: [lid, pn], name: null })),
  ];
  const facts = people.flatMap(({ jids, name }): InboundFact[] => {
    const [phone, lid] = [identityIn("phone", ...jids), identityIn("lid", ...jids)];
    return phone === null && lid === null ? [] : [{ kind: "known", phone, lid, name }];
  });
  for (let at = 0; at < facts.length; at += PEOPLE_AT_ONCE)
    await records.receive(session, facts.slice(at, at + PEOPLE_AT_ONCE));
}

/** People of a history that are stored together: what else comes in is not to wait for thousands. */
const PEOPLE_AT_ONCE = 200;

export async function pair(
  { records, session }: Learning,
  { lid, pn }: BaileysEventMap["lid-mapping.update"],
): Promise<void> {
  const library = await openLibrary();
  const [one, other] = [identityOf(library, lid), identityOf(library, pn)];
  if (one?.type !== "lid" || other?.type !== "phone") return;
  await records.receive(session, [{ kind: "pair", lid: one.value, phone: other.value }]);
}
