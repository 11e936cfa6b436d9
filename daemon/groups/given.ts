import { addressOf } from "../channels/asking/people.ts";
import { problem } from "../http/problem.ts";

const GROUP = /^[0-9]{5,30}(-[0-9]{5,20})?@g\.us$/;
const INVITE = /^(?:https?:\/\/)?(?:chat\.whatsapp\.com\/(?:invite\/)?)?([A-Za-z0-9_-]{8,64})(?:\?.*)?$/;

/** Whether an id can be a group's. */
export function isGroupId(id: string): boolean {
  return GROUP.test(id);
}

/** The addresses of people that a request names by number or id. Throws 422 for what is neither. */
export function addressesOf(participants: readonly string[]): string[] {
  return participants.map((given, index) => {
    const address = addressOf(given);
    if (address === null)
      throw refused(`/participants/${index}`, "is neither a number nor an id such as 187240155021834@lid");
    return address;
  });
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
