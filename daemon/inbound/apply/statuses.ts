import type { Apply } from "./apply-kind.ts";

/** Applies reported statuses of our messages: they only move forward, in whatever order they come. */
export const applyReportedStatuses: Apply<"status"> = async (writes, channels, statuses) => {
  for (const { organization_id, id: channel_id } of channels) {
    const given = statuses.map((status) => ({
      message_id: status.messageId,
      provider_message_id: status.providerMessageId,
      status: status.status,
      at: status.at,
      error: status.error === null ? null : JSON.stringify(status.error),
      pricing: status.pricing === null ? null : JSON.stringify(status.pricing),
    }));
    writes.add({ kind: "statuses", organization_id, channel_id, given });
  }
};
