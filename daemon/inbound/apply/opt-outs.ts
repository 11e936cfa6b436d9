import type { InboundSettings } from "../../../db/contacts/settings.ts";
import { optOutWords, readOptOutRequest } from "../../contacts/opt-out.ts";
import { newMessageId } from "../../lib/ids.ts";
import type { ReceivedMessage } from "../../providers/inbound.ts";
import { type AnswerCost, SERVICE } from "./answer-cost.ts";

/**
 * The opt-out or opt-in of a message, as receive_messages takes it: JSON text, or null. See db/contacts/opt-outs.sql.
 */
export type ReadOptOut = (
  message: Pick<ReceivedMessage, "direction" | "type" | "content" | "participant" | "holder" | "person">,
) => string | null;

/** Reads from messages who wants no messages any more, or wants them again. */
export function readOptOuts({ opt_out }: Pick<InboundSettings, "opt_out">, costOf: AnswerCost): ReadOptOut {
  const words = optOutWords(opt_out);
  return ({ direction, type, content, participant, holder, person }) => {
    // messages in a group are meant for its people
    const isAsked = direction === "inbound" && participant === undefined;
    const request = isAsked ? readOptOutRequest(words, type, content) : null;
    if (request === null) return null;
    // a confirmation of ours would take the conversation from the agent
    const isSilent = request.reply === null || holder === "agent";
    const reply = isSilent ? null : JSON.stringify({ body: request.reply });
    const cost = isSilent ? null : costOf(person, SERVICE);
    return JSON.stringify({ kind: request.kind, reply, id: newMessageId(), cost });
  };
}
