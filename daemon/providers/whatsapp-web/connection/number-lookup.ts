import type { WASocket } from "baileys";
import type { Library } from "../library/library.ts";

/** What WhatsApp says of a phone number; null is what it keeps to itself. */
export type NumberDetails = {
  exists: boolean;
  /** Digits of the number as WhatsApp has it. */
  wa_id: string | null;
  lid: string | null;
  business: boolean | null;
  picture_url: string | null;
  about: string | null;
};

const ABSENT: NumberDetails = {
  exists: false,
  wa_id: null,
  lid: null,
  business: null,
  picture_url: null,
  about: null,
};
const PATIENCE_MS = 5000;

/**
 * Asks WhatsApp about phone numbers (digits), one after another: an account that asks about
 * many at once is taken for a bot.
 */
export async function lookUpNumbers(
  library: Library,
  socket: WASocket,
  phones: readonly string[],
): Promise<Map<string, NumberDetails>> {
  const details = new Map<string, NumberDetails>();
  for (const phone of phones) {
    // one at a time: WhatsApp may know a number by other digits, and responds with those
    const [found] = (await socket.onWhatsApp(`${phone}@s.whatsapp.net`)) ?? [];
    details.set(phone, found?.exists ? await describe(library, socket, found.jid) : ABSENT);
  }
  return details;
}

async function describe(library: Library, socket: WASocket, jid: string): Promise<NumberDetails> {
  const [lid, picture, about, business] = await Promise.all([
    orNull(socket.signalRepository.lidMapping.getLIDForPN(jid)),
    orNull(socket.profilePictureUrl(jid, "image", PATIENCE_MS)),
    orNull(aboutOf(socket, jid)),
    orNull(socket.getBusinessProfile(jid).then((profile) => profile !== undefined)),
  ]);
  return {
    exists: true,
    wa_id: library.jidDecode(jid)?.user ?? null,
    lid: lid === null ? null : library.jidNormalizedUser(lid),
    business,
    picture_url: picture ?? null,
    about,
  };
}

/** A person's words about themselves. */
async function aboutOf(socket: WASocket, jid: string): Promise<string | null> {
  const [fetched] = (await socket.fetchStatus(jid)) ?? [];
  const status: unknown = fetched?.status;
  const words: unknown =
    typeof status === "object" && status !== null ? Reflect.get(status, "status") : status;
  return typeof words === "string" && words !== "" ? words : null;
}

/** A person may hide anything; a question without a reply is one. */
async function orNull<Value>(asked: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), PATIENCE_MS);
  return await Promise.race([asked.catch(() => null), late.promise]).finally(() => clearTimeout(timer));
}
