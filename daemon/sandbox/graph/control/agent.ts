import { Type } from "../../../lib/typebox.ts";
import type { Phone } from "../accounts/phone.ts";
import { handOver, takeBack } from "../agent/agent.ts";
import { strict, textOf } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import type { World } from "../world.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

const agent = createValidator(
  strict({
    phone_number_id: Type.Optional(Type.String()),
    on: Type.Optional(Type.Boolean()),
    words: Type.Optional(Type.Array(textOf(64), { maxItems: 20 })),
    escalation_partner: Type.Optional(Type.Boolean()),
  }),
);
const thread = createValidator(
  strict({
    phone_number_id: Type.Optional(Type.String()),
    with: Type.String({ minLength: 1 }),
    to: Type.Union([Type.Literal("business"), Type.Literal("agent")]),
  }),
);

/**
 * `POST /sandbox/agent`: switches Meta's agent of a number on or off; the words by which people ask for a person, and
 * whether the app may take a thread from it.
 */
export function postAgent({ world, body }: ControlRequest): Response {
  if (!agent.is(body)) return controlRefusal(400, problemOf(agent, body));
  const phone = phoneOf(world, body.phone_number_id);
  if (phone === undefined) return controlRefusal(404, `there is no phone number ${body.phone_number_id}`);
  const { on = true, words = ["human"], escalation_partner: escalation = true } = body;
  if (on) phone.agent = { words, escalation };
  else delete phone.agent;
  world.remember();
  return controlResponse({ id: phone.id, on, words, escalation_partner: escalation });
}

/** `POST /sandbox/agent/threads`: Meta's agent hands a thread over to the app, or takes it back. */
export function postAgentThread({ world, body }: ControlRequest): Response {
  if (!thread.is(body)) return controlRefusal(400, problemOf(thread, body));
  const phone = phoneOf(world, body.phone_number_id);
  if (phone?.agent === undefined)
    return controlRefusal(409, "the number has no agent: POST /sandbox/agent first");
  const give = body.to === "business" ? handOver : takeBack;
  give(world, phone, body.with);
  return controlResponse({ id: phone.id, with: body.with, owner: body.to });
}

function phoneOf(world: World, id: string | undefined): Phone | undefined {
  return id === undefined ? world.phones.values().next().value : world.phones.get(id);
}
