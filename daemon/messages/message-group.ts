import type { MessageRow } from "../../db/messages/messages.ts";

/** The group as the API shows it; nulls for a message between two. */
export function showGroup(row: MessageRow) {
  const { user_id: id, contact_name: subject, participant, participant_contact_id, participant_name } = row;
  return id !== null && isGroup(id)
    ? { group_id: id, group: { id, subject, participant, participant_contact_id, participant_name } }
    : { group_id: null, group: null };
}

/** Who wrote a received message: number and WhatsApp's own id, in a group those of the participant. */
export function senderOf({ address, user_id, participant, participant_phone }: MessageRow) {
  if (!isGroup(user_id)) return { from_phone: address, from_user_id: user_id };
  return {
    from_phone: participant_phone?.replace("+", "") ?? null,
    from_user_id: participant !== null && isUserId(participant) ? participant : null,
  };
}

/** Whether WhatsApp's own id is a group's; db/messages/addresses.sql says how it differs from a person's. */
export function isGroup(userId: string | null): boolean {
  return userId !== null && (userId.endsWith("@g.us") || !/[@.]/.test(userId));
}

/** As participant_user_id in db/messages/groups.sql. */
function isUserId(participant: string): boolean {
  return participant.endsWith("@lid") || (participant.includes(".") && !participant.includes("@"));
}
