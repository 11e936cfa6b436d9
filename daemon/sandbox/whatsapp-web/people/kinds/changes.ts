import type { Person } from "../identity/persons.ts";
import { baileys } from "../signal/libraries.ts";
import { keyOf, type Maker, numberOf, type Scene, targetOf, textOf } from "./kind.ts";
import { seal } from "./sealing.ts";

/** `message_id`, `emoji`; an empty one takes the reaction back. `sealed`: as phones send it in some groups. */
export const reaction: Maker = (content, scene) => {
  const target = targetOf(content, scene);
  const text = textOf(content, "emoji", "👍");
  const key = keyOf(target, scene);
  const reactionMessage = { text, senderTimestampMs: Date.now() };
  if (content.sealed !== true)
    return { type: "reaction", message: { reactionMessage: { key, ...reactionMessage } } };
  const plain = baileys().proto.Message.ReactionMessage.encode(reactionMessage).finish();
  for (const person of readersIn(scene)) {
    const { reactions = {} } = scene.world.messageLog.find(person, target.id) ?? {};
    scene.world.messageLog.change(person, target.id, {
      reactions: { ...reactions, [scene.from.number]: text },
    });
  }
  const sealed = { targetMessageKey: key, ...seal(target, scene, "Enc Reaction", plain) };
  return { type: "reaction", message: { encReactionMessage: sealed } };
};

/** `message_id` of an own message, `body`. Sealed, as phones send it now, unless `sealed` is false. */
export const edit: Maker = (content, scene) => {
  const { proto } = baileys();
  const target = targetOf(content, scene);
  const body = textOf(content, "body", "Hello again");
  const key = keyOf(target, scene);
  const protocolMessage = {
    key,
    type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
    editedMessage: { conversation: body },
    timestampMs: Date.now(),
  };
  if (content.sealed === false) return { edit: "1", message: { protocolMessage } };
  for (const person of readersIn(scene)) {
    const { edits = [] } = scene.world.messageLog.find(person, target.id) ?? {};
    scene.world.messageLog.change(person, target.id, { edits: [...edits, body] });
  }
  const plain = proto.Message.encode(proto.Message.fromObject({ protocolMessage })).finish();
  const secretEncType = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT;
  const sealed = { targetMessageKey: key, secretEncType, ...seal(target, scene, "Message Edit", plain) };
  return { edit: "1", message: { secretEncryptedMessage: sealed } };
};

/** Whose phones have a message: nobody but a phone opens what is sealed in a sandbox. */
function readersIn({ world, from, to, group }: Scene): readonly Person[] {
  return group === undefined ? [from, to] : world.groups.members(group);
}

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

/** `message_id` of a message to pin for all; with `pinned` false, to take off again. */
export const pin: Maker = (content, scene) => {
  const { PIN_FOR_ALL, UNPIN_FOR_ALL } = baileys().proto.Message.PinInChatMessage.Type;
  return {
    message: {
      pinInChatMessage: {
        key: keyOf(targetOf(content, scene), scene),
        type: content.pinned === false ? UNPIN_FOR_ALL : PIN_FOR_ALL,
        senderTimestampMs: Date.now(),
      },
    },
  };
};

/** The chat's messages disappear after `expires_seconds` from now on; 0: they stay. */
export const timer: Maker = (content) => ({
  message: {
    protocolMessage: {
      type: baileys().proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING,
      ephemeralExpiration: numberOf(content, "expires_seconds", 0),
    },
  },
});
