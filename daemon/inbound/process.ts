import type { Logger } from "pino";
import { isDatabaseAway, isLostToAnother } from "../../db/away.ts";
import type { Sql, Transaction } from "../../db/client.ts";
import {
  processWebhooks,
  type StoredWebhook,
  setWebhookAside,
  splitWebhook,
} from "../../db/provider-webhooks.ts";
import type { Inbound } from "../providers/inbound.ts";
import { readInbound } from "../providers/official/inbound.ts";
import { applyInbound } from "./apply.ts";
import { readFacts, splitFacts } from "./stored-facts.ts";

/** Calls processed in one transaction at most. */
const BATCH = 50;

type Apply = (transaction: Transaction, webhooks: readonly StoredWebhook[]) => Promise<void>;

/**
 * Processes what providers sent until nothing is left. A batch that fails is
 * processed call by call; a call that fails alone is set aside with the reason
 * and holds up nothing.
 */
export async function processInbound(sql: Sql, log: Logger): Promise<void> {
  const apply: Apply = (transaction, webhooks) => applyInbound(transaction, readAll(webhooks), log);
  let taken = BATCH;
  while (taken > 0) {
    taken = await processWebhooks(sql, BATCH, apply).catch(async (cause: unknown) => {
      if (isDatabaseAway(cause)) throw cause;
      return await processOneByOne(sql, apply, log);
    });
  }
}

function readAll(webhooks: readonly StoredWebhook[]): Inbound[] {
  return webhooks.flatMap(({ provider, body }) =>
    provider === "whatsapp_unofficial" ? readFacts(body) : readInbound(body),
  );
}

async function processOneByOne(sql: Sql, apply: Apply, log: Logger): Promise<number> {
  let current: StoredWebhook | undefined;
  try {
    return await processWebhooks(sql, 1, async (transaction, webhooks) => {
      current = webhooks[0];
      await apply(transaction, webhooks);
    });
  } catch (cause) {
    if (isLostToAnother(cause)) return 1;
    if (isDatabaseAway(cause) || current === undefined) throw cause;
    const parts = current.provider === "whatsapp_unofficial" ? splitFacts(current.body) : [];
    if (parts.length > 1) {
      // one of them is at fault: each is tried alone
      await splitWebhook(sql, current, parts);
      return 1;
    }
    log.error(
      { err: cause, webhook: current.id },
      "a provider's webhook could not be processed and was set aside",
    );
    await setWebhookAside(sql, current.id, cause instanceof Error ? cause.message : String(cause));
    return 1;
  }
}
