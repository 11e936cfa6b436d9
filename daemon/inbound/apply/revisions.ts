import type { Apply } from "./apply-kind.ts";

/** Edits and revocations: change the message they are about, now or when it comes. */
export const applyRevisions: Apply<"revision"> = async (writes, channels, revisions) => {
  for (const { organization_id, id: channel_id } of channels) {
    for (const { providerMessageId, originalId, content, author, at } of revisions) {
      const given = {
        provider_message_id: providerMessageId,
        original_id: originalId,
        content: content === null ? null : JSON.stringify(content),
        author:
          author === undefined
            ? null
            : { ...author.person, direction: author.direction, participant: author.participant },
        at,
      };
      writes.add({ kind: "revision", organization_id, channel_id, given });
    }
  }
};
