import type { Client } from "../../lib/api/client.ts";
import type { Message } from "../../lib/api/types/messages.ts";

const WAITING = ["queued", "scheduled"];

/**
 * A sentence on what holds back a message that still waits: what its own record says, or the limits of its channel.
 * Empty when neither says anything, or the key may not read the limits.
 */
export async function whyItWaits(client: Client, message: Message): Promise<string> {
  if (!WAITING.includes(message.status)) return "";
  if (message.held !== null) return heldBack("It", message.held);
  const path = { id: message.channel_id };
  const limits = await client.call("GET /v1/channels/{id}/limits", { path }).catch(() => null);
  const number = limits?.restrictions.find(({ scope }) => scope === "number");
  return number === undefined ? "" : heldBack("Its number", number);
}

function heldBack(what: string, { reason, until }: { reason: string; until: string }): string {
  return `${what} is held back until ${until}: ${reason.replace(/\.$/, "")}. `;
}
