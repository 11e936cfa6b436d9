import { Type } from "@sinclair/typebox";
import { newWamid } from "../ids.ts";
import { strict, textOf } from "../schema.ts";
import { createValidator } from "../validate.ts";
import { type InboundMessage, seconds, textFrom } from "../webhook-body.ts";
import type { Phone, World } from "../world.ts";
import { type ControlRequest, controlAnswer, controlRefusal } from "./answers.ts";

const inbound = createValidator(
  strict({
    from: Type.String({ pattern: "^[0-9]{5,15}$" }),
    text: Type.Optional(textOf(4_096)),
    message: Type.Optional(Type.Object({ type: Type.String({ minLength: 1 }) })),
    name: Type.Optional(textOf(256)),
    phone_number_id: Type.Optional(Type.String()),
  }),
);

/** `POST /sandbox/inbound`: a person writes to the business; answers with the id the message got. */
export function postInbound({ world, body }: ControlRequest): Response {
  if (!inbound.is(body)) return controlRefusal(400, inbound.explain(body, "").message);
  if ((body.text === undefined) === (body.message === undefined)) {
    return controlRefusal(400, "give one of text and message");
  }
  const phone = phoneFor(world, body.phone_number_id);
  if (phone === undefined) return controlRefusal(404, `there is no phone number ${body.phone_number_id}`);
  if (world.outbox.webhookUrl() === undefined) {
    return controlRefusal(409, "no callback URL is set: POST /sandbox/webhook first");
  }
  if (!world.subscribed.has(phone.wabaId)) {
    return controlRefusal(409, `the app is not subscribed to account ${phone.wabaId}`);
  }
  const message = compose(body.from, body.text, body.message);
  world.outbox.push({
    kind: "message",
    phone,
    from: body.from,
    name: body.name ?? "Sandbox Person",
    message,
  });
  return controlAnswer({ id: message.id, phone_number_id: phone.id });
}

function phoneFor(world: World, id: string | undefined): Phone | undefined {
  return id === undefined ? world.phones.values().next().value : world.phones.get(id);
}

/** What a given message leaves out (sender, id, time) is filled in; the rest goes out as it came. */
function compose(from: string, text: string | undefined, message: object | undefined): InboundMessage {
  const id = newWamid(from, "inbound");
  return text === undefined
    ? { from, id, timestamp: seconds(Date.now()), ...message }
    : textFrom(from, id, text);
}
