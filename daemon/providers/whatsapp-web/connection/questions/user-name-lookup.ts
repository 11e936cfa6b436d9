import type { BinaryNode, WASocket } from "baileys";
import type { UserName } from "../../../../phone-numbers/user-names.ts";
import type { Library } from "../../library/library.ts";
import { NothingSaid } from "./number-lookup.ts";
import { within } from "./within.ts";

const PATIENCE_MS = 15_000;
const TOO_MANY = 429;
const BROKEN = 500;

/** Who has a user name. */
export type NamedPerson =
  | {
      exists: boolean;
      /** `<digits>@lid`, by which the person is written to; null when WhatsApp gives the number instead. */
      lid: string | null;
      /** Digits. */
      wa_id: string | null;
    }
  /** WhatsApp gives the person only to those who know their PIN; the one that was given is wrong. */
  | { exists: null; pin_required: true };

const NOBODY: NamedPerson = { exists: false, lid: null, wa_id: null };
const PIN_REQUIRED: NamedPerson = { exists: null, pin_required: true };

/**
 * Asks WhatsApp who has a user name, as WhatsApp Web does (Baileys: `withUsername` in WAUSync/USyncUser.js). That it wants
 * a PIN first, no public source shows as it is on the wire: anything but yes, no, and a failure of its own is read as that.
 * Throws `NothingSaid` when WhatsApp does not answer.
 */
export async function findByUserName(
  library: Library,
  socket: Pick<WASocket, "query" | "generateMessageTag">,
  asked: UserName,
): Promise<NamedPerson> {
  const answer = await within(
    PATIENCE_MS,
    socket.query(questionOf(socket.generateMessageTag(), asked)),
    undefined,
  );
  if (answer === undefined) throw new NothingSaid("WhatsApp did not say in time who has the user name");
  const list = library.getBinaryNodeChild(library.getBinaryNodeChild(answer, "usync"), "list");
  const user = library.getBinaryNodeChild(list, "user");
  return user === undefined ? NOBODY : personOf(library, user);
}

function questionOf(sid: string, { name, pin }: UserName): BinaryNode {
  const contact = { tag: "contact", attrs: { username: name, ...(pin === null ? {} : { pin }) } };
  const content = [
    { tag: "query", attrs: {}, content: [{ tag: "contact", attrs: {} }] },
    { tag: "list", attrs: {}, content: [{ tag: "user", attrs: {}, content: [contact] }] },
  ];
  const attrs = { context: "interactive", mode: "query", sid, last: "true", index: "0" };
  return {
    tag: "iq",
    attrs: { to: "s.whatsapp.net", type: "get", xmlns: "usync" },
    content: [{ tag: "usync", attrs, content }],
  };
}

function personOf(library: Library, user: BinaryNode): NamedPerson {
  const contact = library.getBinaryNodeChild(user, "contact");
  const code = Number(library.getBinaryNodeChild(contact, "error")?.attrs.code ?? Number.NaN);
  if (code === TOO_MANY || code >= BROKEN) throw new NothingSaid(`WhatsApp answered ${code}`);
  const { jid } = user.attrs;
  if (contact?.attrs.type === "in" && jid !== undefined) {
    const isLid = library.isLidUser(jid) === true;
    return {
      exists: true,
      lid: isLid ? library.jidNormalizedUser(jid) : null,
      wa_id: isLid ? null : (library.jidDecode(jid)?.user ?? null),
    };
  }
  return contact?.attrs.type === "out" || code === 404 ? NOBODY : PIN_REQUIRED;
}
