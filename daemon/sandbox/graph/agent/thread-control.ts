import { Type } from "../../../lib/typebox.ts";
import type { Phone } from "../accounts/phone.ts";
import { failure, invalidParameter } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";

const request = createValidator(
  strict({
    messaging_product: Type.Literal("whatsapp"),
    to: Type.Optional(Type.String({ pattern: "^\\+?[0-9]{5,15}$" })),
    recipient: Type.Optional(Type.String({ minLength: 1 })),
    action: Type.Union([Type.Literal("pass"), Type.Literal("take"), Type.Literal("release")]),
    control_pass: Type.Optional(strict({ target_role: Type.Literal("ai_agent") })),
    metadata: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
);

/**
 * `POST /{phone_number_id}/thread_control`: the app takes a thread, passes it to the agent, or releases it. Only the
 * escalation partner may take, and only the owner may pass or release; who does it hears nothing by webhook.
 */
export async function postThreadControl(exchange: Exchange, phone: Phone): Promise<Response> {
  const body = await readJson(exchange.request);
  if (!request.is(body)) return no(exchange, request.explain(body, ""));
  const person = body.to?.replace(/\D/g, "") ?? body.recipient;
  if (person === undefined) return no(exchange, invalidParameter("Give one of to and recipient"));
  if (phone.agent === undefined)
    return no(exchange, invalidParameter("Conversation Routing is not configured for this phone number"));
  const { threads } = exchange.world;
  const isOwner = threads.owner(phone.id, person) === "app";
  if (body.action === "take" && !phone.agent.escalation) return no(exchange, notPermitted());
  if (body.action !== "take" && !isOwner)
    return no(exchange, invalidParameter("The app is not the owner of this thread"));
  const owners = { take: "app", pass: "agent", release: null } as const;
  threads.give(phone.id, person, owners[body.action]);
  return ok(exchange, { messaging_product: "whatsapp" });
}

function notPermitted() {
  const details = "Only the designated escalation partner can take control of a thread.";
  return { ...failure(403, 2494191, "Thread take is not permitted", details), status: 403 };
}
