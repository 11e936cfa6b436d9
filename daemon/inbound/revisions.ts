import { findMessageOfProvider, reviseMessage } from "../../db/provider-webhooks.ts";
import type { Apply } from "./apply.ts";

/** Edits and revocations: change the message they are about; one that we never saw stays unknown. */
export const applyRevisions: Apply<"revision"> = async (sql, channels, revisions) => {
  for (const channel of channels) {
    const key = { organizationId: channel.organization_id, channelId: channel.id };
    for (const { providerMessageId, originalId, content, at } of revisions) {
      const original = await findMessageOfProvider(sql, key, originalId);
      if (original === null) continue;
      await reviseMessage(sql, key, {
        providerMessageId,
        messageId: original.id,
        content: content === null ? null : edited(original.content, content),
        at,
      });
    }
  }
};

/** An edit names what is new; what it does not name, such as the file of a captioned picture, stays. */
function edited(stored: string, content: Record<string, unknown>): string {
  return JSON.stringify({ ...JSON.parse(stored), ...content });
}
