import type { SendOutcome } from "../../provider.ts";
import { findOnWhatsApp } from "../connection/questions/number-lookup.ts";
import { failedWith } from "./errors.ts";
import { chatOf, type Sending } from "./sending.ts";

/**
 * The recipient's address on WhatsApp, asked for once; null when they have no account. Whatever is sent, shown or said
 * about a number, this comes first: nothing else is ever said of one without an account.
 */
export async function addressOf({
  session,
  socket,
  message,
  records,
}: Pick<Sending, "session" | "socket" | "message" | "records">): Promise<string | null> {
  const phone = message.to;
  if (phone === null) return chatOf(message);
  const known = await records.recipient(session, phone);
  if (known !== undefined) return known;
  const jid = await findOnWhatsApp(socket, phone);
  await records.keepRecipient(session, phone, jid);
  return jid;
}

/** How a message to a number without an account ends. */
export function notOnWhatsApp(phone: string | null): SendOutcome {
  return failedWith("not_on_whatsapp", "Not on WhatsApp", `the number ${phone} has no WhatsApp account`);
}
