import { baileys } from "../signal/libraries.ts";
import { keyOf, type Maker, numberOf, targetOf, textOf } from "./kind.ts";

/** `message_id`, `emoji`; an empty one takes the reaction back. */
export const reaction: Maker = (content, scene) => ({
  type: "reaction",
  message: {
    reactionMessage: {
      key: keyOf(targetOf(content, scene), scene),
      text: textOf(content, "emoji", "👍"),
      senderTimestampMs: Date.now(),
    },
  },
});

/** `message_id` of an own message, `body`. */
export const edit: Maker = (content, scene) => ({
  edit: "1",
  message: {
    protocolMessage: {
      key: keyOf(targetOf(content, scene), scene),
      type: baileys().proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: { conversation: textOf(content, "body", "Hello again") },
      timestampMs: Date.now(),
    },
  },
});

/** `message_id` of an own message. */
export const revoke: Maker = (content, scene) => ({
  edit: "7",
  message: {
    protocolMessage: {
      key: keyOf(targetOf(content, scene), scene),
      type: baileys().proto.Message.ProtocolMessage.Type.REVOKE,
    },
  },
});

/** The chat's messages disappear after `expires_seconds` from now on; 0: they stay. */
export const timer: Maker = (content) => ({
  message: {
    protocolMessage: {
      type: baileys().proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING,
      ephemeralExpiration: numberOf(content, "expires_seconds", 0),
    },
  },
});
