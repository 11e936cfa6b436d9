import type { MessageRow } from "../../db/messages/messages.ts";

/** The group as the API shows it; null for a message between two. */
export function showGroup(row: MessageRow) {
  const { user_id: id, contact_name: subject, participant, participant_contact_id } = row;
  return isGroup(id) ? { id, subject, participant, participant_contact_id } : null;
}

/** Who wrote a received message: number and WhatsApp's own id, in a group those of the participant. */
export function senderOf({ address, user_id, participant, participant_phone }: MessageRow) {
  if (!isGroup(user_id)) return { from_phone: address, from_user_id: user_id };
  return {
    from_phone: participant_phone?.replace("+", "") ?? null,
    from_user_id: participant?.endsWith("@lid") ? participant : null,
  };
}

function isGroup(userId: string | null): userId is string {
  return userId?.endsWith("@g.us") === true;
}
