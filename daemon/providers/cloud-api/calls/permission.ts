import { objects } from "../../../lib/objects.ts";
import type { Addressee, CallOutcome, CallPermission, NumberAccess } from "../../management.ts";
import type { Graph } from "../graph.ts";
import { field, type Json, text } from "../inbound/values.ts";
import { manage } from "../management.ts";

/**
 * Whether a business may call somebody, as Meta says now. Source: Meta's OpenAPI file,
 * `CallPermissionCheckResponsePayload`; its page "Obtain user call permissions" has the words `temporary`, `permanent`
 * and `no_permission` for the same.
 */
export async function readCallPermission(
  graph: Graph,
  { phoneNumberId, accessToken }: NumberAccess,
  { phone, userId }: Addressee,
): Promise<CallOutcome<CallPermission>> {
  const person = phone === null ? { recipient: userId ?? "" } : { user_wa_id: phone };
  const path = `/${phoneNumberId}/call_permissions?${new URLSearchParams(person)}`;
  return await manage(graph, { method: "GET", path, accessToken }, readPermission);
}

const STATUSES: Record<string, CallPermission["status"]> = {
  granted: "granted",
  temporary: "granted",
  permanent: "granted",
  pending: "pending",
  expired: "expired",
};

function readPermission(body: Json): CallPermission {
  const status = STATUSES[text(field(body.permission, "status")) ?? ""] ?? "none";
  const ends = Number(field(body.permission, "expiration_time"));
  const can = (name: string) =>
    objects(body.actions).some((one) => one.action_name === name && one.can_perform_action === true);
  return {
    status,
    until: Number.isFinite(ends) && ends > 0 && ends < 1e11 ? new Date(ends * 1000).toISOString() : null,
    canCall: can("start_call"),
    canAsk: can("send_call_permission_request"),
  };
}
