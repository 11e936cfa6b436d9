import type { StoredWebhook } from "../../../db/inbound/inbound.ts";
import { readInbound } from "../../providers/cloud-api/inbound/inbound.ts";
import type { Inbound } from "../../providers/inbound.ts";
import { readFacts } from "../facts/stored-facts.ts";
import { UnreadableCall } from "./faults.ts";

/** What stored calls tell, in order. Throws `UnreadableCall` on a body that is not JSON. */
export function readCalls(webhooks: readonly Pick<StoredWebhook, "provider" | "body">[]): Inbound[] {
  return webhooks.flatMap(readCall);
}

function readCall({ provider, body }: Pick<StoredWebhook, "provider" | "body">): Inbound[] {
  try {
    return provider === "whatsapp_unofficial" ? readFacts(body) : readInbound(body);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new UnreadableCall(cause.message, { cause });
    throw cause;
  }
}
