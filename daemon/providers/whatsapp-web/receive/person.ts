import type { WAMessageKey } from "baileys";
import type { Identity } from "../../inbound.ts";
import type { Library } from "../library/library.ts";

/** The person on the other side of a chat. */
export type Person = {
  /** By number where it is known, else by LID. */
  person: Identity;
  alias: Identity | null;
  /** Digits; null when it is not known. */
  phone: string | null;
  /** `<digits>@lid`; null when it is not known. */
  userId: string | null;
};

/** Finds the number behind a LID; null when it is not known. */
export type FindPhone = (lidJid: string) => Promise<string | null>;

/** The person of a chat; null when the chat is none with one person (groups, channels, broadcasts). */
export async function personOf(
  library: Library,
  key: WAMessageKey,
  findPhone: FindPhone,
): Promise<Person | null> {
  const jids = [key.remoteJid, key.remoteJidAlt].filter((jid) => typeof jid === "string");
  const identities = jids.map((jid) => identityOf(library, jid)).filter((one) => one !== null);
  if (identities.length === 0 || identityOf(library, key.remoteJid ?? "") === null) return null;
  const lid = identities.find(({ type }) => type === "lid") ?? null;
  const given = identities.find(({ type }) => type === "phone")?.value ?? null;
  const phone = given ?? (lid === null ? null : await findPhone(`${lid.value}@lid`));
  const userId = lid === null ? null : `${lid.value}@lid`;
  if (phone !== null) return { person: { type: "phone", value: phone }, alias: lid, phone, userId };
  return lid === null ? null : { person: lid, alias: null, phone: null, userId };
}

/** A group, and who wrote in it. */
export type GroupChat = { id: string; address: string; writer: Person };

/** The group of a chat; null when it is none, or its writer is unknown. */
export async function groupOf(
  library: Library,
  { remoteJid, participant, participantAlt }: WAMessageKey,
  findPhone: FindPhone,
): Promise<GroupChat | null> {
  if (!remoteJid || !library.isJidGroup(remoteJid) || !participant) return null;
  const key = { remoteJid: participant, remoteJidAlt: participantAlt ?? null } as WAMessageKey;
  const writer = await personOf(library, key, findPhone);
  const address = library.jidNormalizedUser(participant);
  return writer === null ? null : { id: remoteJid, address, writer };
}

/** The identity that an address of WhatsApp names; null when it is not one person's. */
export function identityOf(library: Library, jid: string): Identity | null {
  const { user = "", server } = library.jidDecode(jid) ?? {};
  if (!/^[0-9]{5,20}$/.test(user)) return null;
  if (server === "s.whatsapp.net" || server === "c.us" || server === "hosted")
    return { type: "phone", value: user };
  return server === "lid" || server === "hosted.lid" ? { type: "lid", value: user } : null;
}
