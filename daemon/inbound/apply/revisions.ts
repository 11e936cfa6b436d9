import { findContactSettings } from "../../../db/contacts/settings.ts";
import type { AuthorInput } from "../../../db/inbound/webhooks.ts";
import type { Author } from "../../providers/revision.ts";
import { answerCost } from "./answer-cost.ts";
import type { Apply } from "./apply-kind.ts";
import { readOptOuts } from "./opt-outs.ts";

/**
 * Edits and revocations: change the message they are about, now or when it comes. Who corrects a mistyped STOP says it.
 */
export const applyRevisions: Apply<"revision"> = async (writes, channels, revisions, known) => {
  for (const channel of channels) {
    const { organization_id, id: channel_id } = channel;
    const settings = await findContactSettings(writes.sql, organization_id);
    const optOut = readOptOuts(settings, answerCost(known, channel));
    for (const { providerMessageId, originalId, content, author, person = author?.person, at } of revisions) {
      const given = {
        provider_message_id: providerMessageId,
        original_id: originalId,
        content: content === null ? null : JSON.stringify(content),
        author: author === undefined ? null : asInput(author),
        opt_out:
          content === null || person === undefined
            ? null
            : optOut({ direction: "inbound", type: "text", content, person }),
        at,
      };
      writes.add({ kind: "revision", organization_id, channel_id, given });
    }
  }
};

/** The author as wrote_message takes them. */
function asInput({ person, alias, direction, participant, writer, isAdmin = false }: Author): AuthorInput {
  return {
    ...{ ...person, direction, participant, is_admin: isAdmin },
    // absent in facts that an earlier version stored
    ...{ other_type: alias?.type, other_value: alias?.value },
    ...{ participant_type: writer?.person.type, participant_value: writer?.person.value },
    ...{ participant_other_type: writer?.alias?.type, participant_other_value: writer?.alias?.value },
  };
}
