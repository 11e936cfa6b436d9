import type { BaileysEventMap, WASocket } from "baileys";
import type { Labels } from "../../../inbound.ts";
import { type Library, openLibrary } from "../../library/library.ts";
import { type FindPhone, personOf } from "../person.ts";
import { phoneFinder } from "../session-reading.ts";
import type { Hearing } from "./archived.ts";

type Edit = BaileysEventMap["labels.edit"];
type Association = BaileysEventMap["labels.association"];

/** What the phone said of its labels in one moment: their names come first, whatever the order in which they were read. */
export type HeardLabels = { edits: Edit[]; associations: Association[] };

/** Whether a number is in the WhatsApp Business app: as it says when it is paired (`platform` of `pair-success`). */
export function isBusinessApp({ authState }: Pick<WASocket, "authState">): boolean {
  return authState.creds.platform?.startsWith("smb") === true;
}

/** Hands on that a number is in the Business app, and so has labels. */
export async function takeBusinessApp({ session, records }: Hearing): Promise<void> {
  await records.receive(session, [{ kind: "labels", business: true, edited: [], chats: [] }]);
}

/** Hands on which labels there are, and which chats carry them. Labels of single messages are left out. */
export async function takeLabels(
  { session, socket, records }: Hearing,
  { edits, associations }: HeardLabels,
): Promise<void> {
  const library = await openLibrary();
  const findPhone = phoneFinder(library, socket);
  const chats = await Promise.all(associations.map((one) => chatOf(library, findPhone, one)));
  const edited = edits.map(({ id, name, deleted }) => ({ id, name, deleted: deleted === true }));
  const fact: Labels = { kind: "labels", business: true, edited, chats: chats.filter((one) => one !== null) };
  await records.receive(session, [fact]);
}

async function chatOf(
  library: Library,
  findPhone: FindPhone,
  { type, association }: Association,
): Promise<Labels["chats"][number] | null> {
  if ("messageId" in association) return null;
  const { chatId, labelId } = association;
  const chat = library.isJidGroup(chatId)
    ? { person: { type: "group" as const, value: chatId }, alias: null }
    : await personOf(library, { remoteJid: chatId }, findPhone);
  if (chat === null) return null;
  return { labelId, labelled: type === "add", person: chat.person, alias: chat.alias };
}
