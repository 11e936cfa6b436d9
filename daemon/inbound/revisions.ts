import type { ChannelRow } from "../../db/channels.ts";
import type { Transaction } from "../../db/client.ts";
import {
  contactOf,
  type FoundMessage,
  findMessageOfProvider,
  reviseMessage,
} from "../../db/provider-webhooks.ts";
import type { Revision } from "../providers/inbound.ts";
import type { Apply } from "./apply.ts";

/** Edits and revocations: change the message they are about; one that we never saw stays unknown. */
export const applyRevisions: Apply<"revision"> = async (sql, channels, revisions) => {
  for (const channel of channels) {
    const key = { organizationId: channel.organization_id, channelId: channel.id };
    for (const { providerMessageId, originalId, content, author, at } of revisions) {
      const original = await findMessageOfProvider(sql, key, originalId);
      if (original === null || !(await isAuthor(sql, channel, original, author))) continue;
      await reviseMessage(sql, key, {
        providerMessageId,
        messageId: original.id,
        content: content === null ? null : edited(original.content, content),
        at,
      });
    }
  }
};

/** Whether who changes a message wrote it; nobody may change another's. */
async function isAuthor(
  sql: Transaction,
  { organization_id }: ChannelRow,
  { direction, contact_id }: FoundMessage,
  author: Revision["author"],
): Promise<boolean> {
  if (author === undefined) return true;
  return (
    direction === author.direction && contact_id === (await contactOf(sql, organization_id, author.person))
  );
}

/** An edit names what is new; what it does not name, such as the file of a captioned picture, stays. */
function edited(stored: string, content: Record<string, unknown>): string {
  return JSON.stringify({ ...JSON.parse(stored), ...content });
}
