import { randomBytes } from "node:crypto";
import type { proto } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import { sha256 } from "../../media/encryption.ts";
import { node } from "../../wire/nodes.ts";
import type { PhoneMessage } from "../phone-message.ts";
import { pollOf } from "../receiving/contents.ts";
import { baileys } from "../signal/libraries.ts";
import { keyOf, type Maker, numberOf, type Scene, targetOf, textOf, textsOf } from "./kind.ts";
import { seal } from "./sealing.ts";

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
        vote: vote(target, options, scene),
        senderTimestampMs: Date.now(),
      },
    },
  };
};

function vote(target: PhoneMessage, options: string[], scene: Scene): proto.Message.IPollEncValue {
  const { proto } = baileys();
  if (!pollOf(proto.Message.decode(Buffer.from(target.raw, "base64"))))
    throw new Refusal(409, `message ${target.id} is not a poll`);
  const selectedOptions = options.map((option) => sha256(Buffer.from(option)));
  return seal(target, scene, "Poll Vote", proto.Message.PollVoteMessage.encode({ selectedOptions }).finish());
}
