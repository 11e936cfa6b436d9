import type { Holder } from "../holder.ts";
import type { Addressee, CallOutcome, NumberAccess } from "../management.ts";
import type { Graph } from "./graph.ts";
import { manage } from "./management.ts";

/**
 * Takes a conversation from who holds it, or gives it to Meta's agent. Only the app that the business chose as its
 * escalation partner may take (error 2494191 otherwise), and only who holds it may give it away.
 * Source: Meta, "Thread Control (Cloud API)" and "Conversation Routing", thread control: `POST /{number}/thread_control`
 * with `take`, or `pass` to the role `ai_agent`.
 */
export function controlThread(
  graph: Graph,
  { phoneNumberId, accessToken }: NumberAccess,
  { phone, userId }: Addressee,
  to: Holder,
): Promise<CallOutcome<null>> {
  const action =
    to === "business" ? { action: "take" } : { action: "pass", control_pass: { target_role: "ai_agent" } };
  const person = phone === null ? { recipient: userId } : { to: phone };
  return manage(
    graph,
    {
      method: "POST",
      path: `/${phoneNumberId}/thread_control`,
      accessToken,
      body: { messaging_product: "whatsapp", ...person, ...action },
    },
    () => null,
  );
}
