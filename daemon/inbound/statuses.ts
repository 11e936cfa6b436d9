import { applyStatuses } from "../../db/provider-webhooks.ts";
import type { Apply } from "./apply.ts";

/** What the platform reports of messages we sent: moves them forward, whatever the order it comes in. */
export const applyReportedStatuses: Apply<"status"> = async (sql, channels, statuses) => {
  for (const channel of channels) {
    await applyStatuses(
      sql,
      { organizationId: channel.organization_id, channelId: channel.id },
      statuses.map((status) => ({
        message_id: status.messageId,
        provider_message_id: status.providerMessageId,
        status: status.status,
        at: status.at,
        error: status.error === null ? null : JSON.stringify(status.error),
        pricing: status.pricing === null ? null : JSON.stringify(status.pricing),
      })),
    );
  }
};
