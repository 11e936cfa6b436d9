import type { Names } from "../shared/names.ts";

/** Which of our events are behind one of WAHA's. */
export const WAHA_NAMES: Names = {
  message: ["message.new", "message.decrypted"],
  "message.any": ["message.new", "message.decrypted", "message.sent"],
  "message.reaction": ["message.new"],
  "message.edited": ["conversation.updated"],
  "message.revoked": ["conversation.updated"],
  "poll.vote": ["message.new"],
  "poll.vote.failed": ["message.new"],
  "message.ack": ["message.status_update"],
  "session.status": ["channel.status_changed"],
  "call.received": ["call.missed"],
  "call.rejected": ["call.rejected"],
};
