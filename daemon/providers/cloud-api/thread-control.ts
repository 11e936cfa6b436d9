import type { CallOutcome } from "../management.ts";
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
  number: { phoneNumberId: string; accessToken: string },
  person: { phone: string | null; userId: string | null },
  to: "business" | "agent",
): Promise<CallOutcome<null>> {
  const action =
    to === "business" ? { action: "take" } : { action: "pass", control_pass: { target_role: "ai_agent" } };
  const whom = person.phone === null ? { recipient: person.userId } : { to: person.phone };
  return manage(
    graph,
    {
      method: "POST",
      path: `/${number.phoneNumberId}/thread_control`,
      accessToken: number.accessToken,
      body: { messaging_product: "whatsapp", ...whom, ...action },
    },
    () => null,
  );
}
