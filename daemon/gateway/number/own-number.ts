import type { OwnIdentity } from "../../providers/whatsapp-web/connection/session.ts";

/** An account, by its number (digits) or, where WhatsApp keeps that to itself, by its LID (`…@lid`) alone. */
export type Account = Pick<OwnIdentity, "phone" | "lid">;

/** A channel's account: its number in each of its forms (digits), and its LID (`…@lid`); null for what is not known. */
export type OwnAccount = { number: string | null; otherForm: string | null; lid: string | null };

/** The account of a login; null before a phone has taken it. */
export function accountOf(identity: OwnIdentity | null): Account | null {
  if (identity === null) return null;
  const { phone, lid } = identity;
  // without the device
  return { phone, lid: lid === null ? null : lid.replace(/:\d+@.*$|@.*$/, "@lid") };
}

/**
 * Whether a login is another account's than the channel's own. An account is known by its number, in either form of it;
 * by its LID only where one of the two numbers is not known. A channel that has had neither takes any.
 */
export function isAnother({ number, otherForm, lid }: OwnAccount, account: Account): boolean {
  if (number === null && lid === null) return false;
  if (number === null || account.phone === null) return lid === null || account.lid !== lid;
  return account.phone !== number && account.phone !== otherForm;
}

/** An account as people read it: its number, or its LID. */
export function nameOf({ phone, lid }: Account): string {
  return phone === null ? (lid ?? "a number that WhatsApp does not show") : `+${phone}`;
}
