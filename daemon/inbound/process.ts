import type { Logger } from "pino";
import { isDatabaseAway } from "../../db/away.ts";
import { findChannelByPhoneNumberId } from "../../db/channels.ts";
import type { Queryable, Sql, Transaction } from "../../db/client.ts";
import {
  applyStatuses,
  processWebhooks,
  receiveMessages,
  type StoredWebhook,
  setWebhookAside,
} from "../../db/provider-webhooks.ts";
import { newMessageId } from "../ids.ts";
import { readInbound } from "../providers/official/inbound.ts";
import type { Inbound } from "../providers/provider.ts";

/** Calls processed in one transaction at most. */
const BATCH = 50;

/**
 * Processes what providers sent until nothing is left. A batch that fails is
 * processed call by call; a call that fails alone is set aside with the reason
 * and holds up nothing.
 */
export async function processInbound(sql: Sql, log: Logger): Promise<void> {
  const apply = (transaction: Transaction, webhooks: readonly StoredWebhook[]) =>
    applyAll(transaction, webhooks, log);
  let taken = BATCH;
  while (taken > 0) {
    taken = await processWebhooks(sql, BATCH, apply).catch(async (cause: unknown) => {
      if (isDatabaseAway(cause)) throw cause;
      return await processOneByOne(sql, apply, log);
    });
  }
}

async function processOneByOne(
  sql: Sql,
  apply: (transaction: Transaction, webhooks: readonly StoredWebhook[]) => Promise<void>,
  log: Logger,
): Promise<number> {
  let current: StoredWebhook | undefined;
  try {
    return await processWebhooks(sql, 1, async (transaction, webhooks) => {
      current = webhooks[0];
      await apply(transaction, webhooks);
    });
  } catch (cause) {
    if (isDatabaseAway(cause) || current === undefined) throw cause;
    log.error(
      { err: cause, webhook: current.id },
      "a provider's webhook could not be processed and was set aside",
    );
    await setWebhookAside(sql, current.id, cause instanceof Error ? cause.message : String(cause));
    return 1;
  }
}

async function applyAll(
  transaction: Transaction,
  webhooks: readonly StoredWebhook[],
  log: Logger,
): Promise<void> {
  const byNumber = new Map<string, Inbound>();
  for (const webhook of webhooks) {
    for (const inbound of readInbound(JSON.parse(webhook.body))) {
      const known = byNumber.get(inbound.phoneNumberId);
      known?.statuses.push(...inbound.statuses);
      known?.messages.push(...inbound.messages);
      if (known === undefined) byNumber.set(inbound.phoneNumberId, inbound);
    }
  }
  for (const inbound of byNumber.values()) await applyToChannel(transaction, inbound, log);
}

async function applyToChannel(sql: Queryable, inbound: Inbound, log: Logger): Promise<void> {
  const channel = await findChannelByPhoneNumberId(sql, inbound.phoneNumberId);
  if (channel === null) {
    log.warn({ phone_number_id: inbound.phoneNumberId }, "a webhook names a number that has no channel");
    return;
  }
  const key = { organizationId: channel.organization_id, channelId: channel.id };
  if (inbound.statuses.length > 0) {
    await applyStatuses(
      sql,
      key,
      inbound.statuses.map((status) => ({
        message_id: status.messageId,
        provider_message_id: status.providerMessageId,
        status: status.status,
        at: status.at,
        error: status.error === null ? null : JSON.stringify(status.error),
        pricing: status.pricing === null ? null : JSON.stringify(status.pricing),
      })),
    );
  }
  if (inbound.messages.length > 0) {
    await receiveMessages(
      sql,
      key,
      inbound.messages.map((message) => ({
        id: newMessageId(),
        provider_message_id: message.providerMessageId,
        identity_type: message.sender.type,
        identity_value: message.sender.value,
        name: message.name,
        type: message.type,
        content: JSON.stringify(message.content),
        at: message.at,
      })),
    );
  }
}
