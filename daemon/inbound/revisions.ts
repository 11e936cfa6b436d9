import type { ChannelRow } from "../../db/channels.ts";
import type { Queryable } from "../../db/client.ts";
import { contactOf, type FoundMessage, findMessageOfProvider } from "../../db/provider-webhooks.ts";
import type { Revision } from "../providers/inbound.ts";
import type { Apply } from "./apply.ts";

/** Edits and revocations: change the message they are about; one that we never saw stays unknown. */
export const applyRevisions: Apply<"revision"> = async (writes, channels, revisions) => {
  for (const channel of channels) {
    const { organization_id, id: channel_id } = channel;
    const key = { organizationId: organization_id, channelId: channel_id };
    for (const { providerMessageId, originalId, content, author, at } of revisions) {
      // what is changed may have come just before
      await writes.flush();
      const original = await findMessageOfProvider(writes.sql, key, originalId);
      if (original === null || !(await isAuthor(writes.sql, channel, original, author))) continue;
      const given = {
        provider_message_id: providerMessageId,
        message_id: original.id,
        content: content === null ? null : edited(original.content, content),
        at,
      };
      writes.add({ kind: "revision", organization_id, channel_id, given });
    }
  }
};

/** Whether who changes a message wrote it; nobody may change another's. */
async function isAuthor(
  sql: Queryable,
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
