import { createHmac, randomBytes } from "node:crypto";
import type { proto } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import { sha256 } from "../../media/encryption.ts";
import { node } from "../../wire/nodes.ts";
import { addressOf } from "../identity/addresses.ts";
import type { PhoneMessage } from "../phone-message.ts";
import { pollOf } from "../receiving/contents.ts";
import { baileys } from "../signal/libraries.ts";
import { authorOf, keyOf, type Maker, numberOf, type Scene, targetOf, textOf, textsOf } from "./kind.ts";

/** `question`, `options`, `selectable_count`. */
export const poll: Maker = (content) => ({
  type: "poll",
  beside: [node("meta", { polltype: "creation" })],
  message: {
    messageContextInfo: { messageSecret: randomBytes(32) },
    pollCreationMessageV3: {
      name: textOf(content, "question", "Tea or coffee?"),
      options: textsOf(content, "options", ["Tea", "Coffee"]).map((optionName) => ({ optionName })),
      selectableOptionsCount: numberOf(content, "selectable_count", 1),
    },
  },
});

/** `message_id` of a poll, `options` by their texts; none takes the vote back. */
export const pollVote: Maker = (content, scene) => {
  const target = targetOf(content, scene);
  const options = textsOf(content, "options", []);
  const votes = { ...target.votes, [scene.from.number]: options };
  const { world, from, to, group } = scene;
  for (const person of group ? world.groups.members(group) : [from, to])
    world.messageLog.change(person, target.id, { votes });
  return {
    type: "poll",
    beside: [node("meta", { polltype: "vote" })],
    message: {
      pollUpdateMessage: {
        pollCreationMessageKey: keyOf(target, scene),
        vote: seal(target, options, scene),
        senderTimestampMs: Date.now(),
      },
    },
  };
};

/** Encrypts a vote the way `decryptPollVote` opens it (Baileys, `Utils/process-message.js`). */
function seal(target: PhoneMessage, options: string[], scene: Scene): proto.Message.IPollEncValue {
  const { proto, aesEncryptGCM } = baileys();
  const message = proto.Message.decode(Buffer.from(target.raw, "base64"));
  const secret = message.messageContextInfo?.messageSecret;
  if (!pollOf(message) || !secret) throw new Refusal(409, `message ${target.id} is not a poll`);
  const creator = addressOf(authorOf(target, scene), target.form);
  const voter = addressOf(scene.from, target.form);
  const sign = Buffer.from(`${target.id}${creator}${voter}Poll Vote\u0001`);
  const key = hmac(hmac(new Uint8Array(32), secret), sign);
  const selectedOptions = options.map((option) => sha256(Buffer.from(option)));
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
  const encIv = randomBytes(12);
  const aad = Buffer.from(`${target.id}\u0000${voter}`);
  return { encIv, encPayload: aesEncryptGCM(plain, key, encIv, aad) };
}

function hmac(key: Uint8Array, message: Uint8Array): Buffer {
  return createHmac("sha256", key).update(message).digest();
}
