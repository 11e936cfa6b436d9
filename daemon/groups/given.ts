import { addressOf } from "../channels/asking/people.ts";
import { problem } from "../http/problem.ts";
import { numberIn } from "../phone-numbers/read.ts";
import { isUserId } from "../phone-numbers/user-id.ts";
import type { GroupRules } from "../providers/groups.ts";

const INVITE = /^(?:https?:\/\/)?(?:chat\.whatsapp\.com\/(?:invite\/)?)?([A-Za-z0-9_-]{8,64})(?:\?.*)?$/;

/** People that a request names by number or id, as the platform names them. Throws 422 for what is neither. */
export function addressesOf(by: GroupRules["namesPeopleBy"], participants: readonly string[]): string[] {
  return participants.map((given, index) => {
    const address = by === "address" ? addressOf(given) : numberOrUserId(given.trim());
    if (address !== null) return address;
    const example = by === "address" ? "187240155021834@lid" : "US.13491208655302741918";
    throw refused(`/participants/${index}`, `is neither a number nor an id such as ${example}`);
  });
}

function numberOrUserId(given: string): string | null {
  return isUserId(given) ? given : numberIn(given, null);
}

/** The code of an invite link. Throws 422 for what is none. */
export function inviteCodeOf(invite: string): string {
  const [, code] = INVITE.exec(invite.trim()) ?? [];
  if (code === undefined) throw refused("/invite", "is no invite link: https://chat.whatsapp.com/…");
  return code;
}

function refused(path: string, message: string) {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
