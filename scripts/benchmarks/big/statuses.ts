/** Statuses of messages as they come in: signed webhooks of Meta's, until the last is applied. */
import { createHmac } from "node:crypto";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { Target } from "../stage/stage.ts";

const CONNECTIONS = 16;

/** Reports as many of the newest queued messages as delivered; returns how many a second were applied. */
export async function measureStatuses(sql: Sql, target: Target, count: number): Promise<number> {
  const queued = await sql<{ id: string }[]>`
    select id from messages where channel_id = ${target.channelId} and status = 'queued' order by id desc limit ${count}`;
  const ids = queued.map(({ id }) => id);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, place) => {
      for (const id of ids.filter((_, nth) => nth % CONNECTIONS === place)) await report(target.url, id);
    }),
  );
  while ((await sql`select from provider_webhooks where error is null limit 1`).length > 0)
    await Bun.sleep(10);
  return Math.round(ids.length / ((performance.now() - startedAt) / 1000));
}

async function report(url: string, messageId: string): Promise<void> {
  const { phoneNumber, appSecret } = SANDBOX_DEFAULTS;
  const status = {
    id: `wamid.${messageId}`,
    status: "delivered",
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: "14155550123",
    biz_opaque_callback_data: messageId,
  };
  const metadata = { display_phone_number: "15550990100", phone_number_id: phoneNumber.id };
  const value = { messaging_product: "whatsapp", metadata, statuses: [status] };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: phoneNumber.wabaId, changes: [{ field: "messages", value }] }],
  });
  const signature = createHmac("sha256", appSecret).update(body).digest("hex");
  const response = await fetch(`${url}/v1/providers/whatsapp/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
    body,
  });
  if (response.status !== 200) throw new Error(`a webhook was answered ${response.status}`);
}
