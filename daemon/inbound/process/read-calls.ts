import type { StoredWebhook } from "../../../db/inbound/inbound.ts";
import type { Inbound } from "../../providers/inbound.ts";
import type { Platforms } from "../../providers/provider.ts";
import { readFacts } from "../facts/stored-facts.ts";
import { UnreadableCall } from "./faults.ts";

/** The facts of stored calls, in order. Throws `UnreadableCall` on a body that is not JSON. */
export function readCalls(
  platforms: Platforms,
  webhooks: readonly Pick<StoredWebhook, "provider" | "body">[],
): Inbound[] {
  return webhooks.flatMap((webhook) => readCall(platforms, webhook));
}

function readCall(
  platforms: Platforms,
  { provider, body }: Pick<StoredWebhook, "provider" | "body">,
): Inbound[] {
  try {
    const read = platforms[provider]?.readWebhook ?? readFacts;
    return read(body);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new UnreadableCall(cause.message, { cause });
    throw cause;
  }
}
