import type { WASocket } from "baileys";
import type { Library } from "../../library/library.ts";
import { orNull, within } from "./within.ts";

/** WhatsApp's details of a phone number; null for those it does not give. */
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
/** A person may hide anything; a question without a reply is one. */
const PATIENCE_MS = 5000;
/** A caller that waits for the answer holds up others. */
const ACCOUNT_MS = 15_000;

/** WhatsApp said nothing about a number, which is no word against it. */
export class NothingSaid extends Error {}

/**
 * Asks WhatsApp about phone numbers (digits), one after another: an account that asks about
 * many at once is taken for a bot. Throws when it says nothing about one of them.
 */
export async function lookUpNumbers(
  library: Library,
  socket: WASocket,
  phones: readonly string[],
): Promise<Map<string, NumberDetails>> {
  const details = new Map<string, NumberDetails>();
  for (const phone of phones) {
    // one at a time: WhatsApp may know a number by other digits, and responds with those
    const jid = await findOnWhatsApp(socket, `${phone}@s.whatsapp.net`);
    details.set(phone, jid === null ? ABSENT : await describe(library, socket, jid));
  }
  return details;
}

/**
 * A number's address on WhatsApp; null when it has no account. Throws `NothingSaid` when WhatsApp does not answer:
 * Baileys returns nothing then, and a list without the number when there is no account.
 */
export async function findOnWhatsApp(
  socket: Pick<WASocket, "onWhatsApp">,
  phone: string,
): Promise<string | null> {
  const answer = await within(ACCOUNT_MS, socket.onWhatsApp(phone), undefined);
  if (answer === undefined)
    throw new NothingSaid("WhatsApp did not say in time whether the number has an account");
  const [found] = answer;
  return found?.exists === true ? found.jid : null;
}

/** Whether somebody has an account: who is named by a LID has one. Throws `NothingSaid`. */
export async function isOnWhatsApp(socket: WASocket, address: string): Promise<boolean> {
  if (address.endsWith("@lid")) return true;
  const lid = await orNull(ACCOUNT_MS, socket.signalRepository.lidMapping.getLIDForPN(address));
  return lid !== null || (await findOnWhatsApp(socket, address)) !== null;
}

async function describe(library: Library, socket: WASocket, jid: string): Promise<NumberDetails> {
  const [lid, picture, about, business] = await Promise.all([
    orNull(PATIENCE_MS, socket.signalRepository.lidMapping.getLIDForPN(jid)),
    orNull(PATIENCE_MS, socket.profilePictureUrl(jid, "image", PATIENCE_MS)),
    orNull(PATIENCE_MS, aboutOf(socket, jid)),
    orNull(
      PATIENCE_MS,
      // a person's profile is there, with nothing in it
      socket.getBusinessProfile(jid).then((profile) => Boolean(profile?.category)),
    ),
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
