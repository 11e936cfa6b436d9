import type { AudienceContact } from "../../../db/broadcasts/audience.ts";
import { judge } from "../audience/judge.ts";
import { digitsOf, isUnknown } from "../audience/number.ts";
import type { Counting } from "./counting.ts";

/**
 * Counts a contact, once. Who had no account when the number was last asked about counts as not on WhatsApp, even if that
 * was long ago; their number is noted to be asked about again, and so is one of which nothing is known.
 */
export function countContact(
  { plan, route, tally, prices, unsure }: Counting,
  contact: AudienceContact,
): void {
  const wasAbsent = contact.account === "absent_before";
  const known = wasAbsent ? ({ ...contact, account: "absent" } as const) : contact;
  tally.add(contact.id, () => {
    const verdict = judge(known, route, plan, prices);
    const isUnchecked = verdict.reason === null && isUnknown(contact, route);
    if (isUnchecked) tally.leaveUnchecked();
    if (isUnchecked || (wasAbsent && verdict.reason === "not_on_whatsapp")) unsure.push(digitsOf(contact));
    return verdict;
  });
}
