import { Refusal } from "../../faults/refusal.ts";
import { baileys } from "../signal/libraries.ts";
import { contextOf, keyOf, type Maker, targetOf, textOf } from "./kind.ts";
import { seal } from "./sealing.ts";

/** An invitation to an event: `name`. */
export const event: Maker = (content, scene) => ({
  type: "event",
  message: {
    eventMessage: {
      name: textOf(content, "name", "Party"),
      startTime: Math.floor(Date.now() / 1000) + 86_400,
      ...contextOf(content, scene),
    },
  },
});

const RESPONSES: Record<string, number> = { going: 1, not_going: 2, maybe: 3 };

/** `message_id` of an event, `response`: `going`, `not_going` or `maybe`. It is always sealed. */
export const eventReply: Maker = (content, scene) => {
  const given = textOf(content, "response", "going");
  const response = RESPONSES[given];
  if (response === undefined)
    throw new Refusal(400, `response must be one of ${Object.keys(RESPONSES).join(", ")}`);
  const target = targetOf(content, scene);
  const answer = baileys().proto.Message.EventResponseMessage.fromObject({
    response,
    timestampMs: Date.now(),
  });
  const plain = baileys().proto.Message.EventResponseMessage.encode(answer).finish();
  const sealed = {
    eventCreationMessageKey: keyOf(target, scene),
    ...seal(target, scene, "Event Response", plain),
  };
  return { type: "event", message: { encEventResponseMessage: sealed } };
};
