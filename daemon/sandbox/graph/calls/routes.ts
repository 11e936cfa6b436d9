import type { Phone } from "../accounts/phone.ts";
import { parameterError } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import { callingFailure } from "./permissions.ts";

/** `GET /{phone_number_id}/call_permissions?user_wa_id=`, or `recipient=` with a user id. */
export function getCallPermission(exchange: Exchange, phone: Phone): Response {
  const { world, url } = exchange;
  const refused = callingFailure(phone);
  if (refused !== null) return no(exchange, refused);
  const person = url.searchParams.get("user_wa_id") ?? url.searchParams.get("recipient");
  if (person === null) return no(exchange, parameterError("The parameter user_wa_id is required."));
  const permission = world.callPermissions.of(phone.id, person.replace(/^\+/, ""), world.clock.now());
  const isGranted = permission.status === "granted";
  return ok(exchange, {
    messaging_product: "whatsapp",
    permission,
    actions: [
      { action_name: "start_call", can_perform_action: isGranted },
      {
        action_name: "send_call_permission_request",
        can_perform_action: !isGranted && permission.status !== "pending",
      },
    ],
  });
}
