import { chargesOf } from "../../costs/charges.ts";
import type { Apply } from "./apply-kind.ts";

/** Applies reported statuses of our messages: they only move forward, in whatever order they come. */
export const applyReportedStatuses: Apply<"status"> = async (writes, channels, statuses, { rateCards }) => {
  for (const channel of channels) {
    const { organization_id, id: channel_id } = channel;
    const given = statuses.map((status) => ({
      message_id: status.messageId,
      provider_message_id: status.providerMessageId,
      status: status.status,
      at: status.at,
      error: status.error === null ? null : JSON.stringify(status.error),
      ...(status.holder === undefined ? {} : { holder: status.holder }),
      pricing: status.pricing === null ? null : JSON.stringify(status.pricing),
    }));
    writes.add({ kind: "statuses", organization_id, channel_id, given });
    const charges = statuses.flatMap((status) => chargesOf(rateCards, channel, status));
    if (charges.length > 0) writes.add({ kind: "costs", given: charges });
  }
};
