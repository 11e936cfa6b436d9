import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import { findContactSettings } from "../../../db/contacts/settings.ts";
import { readOptOut, readOptOutRequest } from "../../contacts/opt-out.ts";
import { newMessageId } from "../../lib/ids.ts";
import type { ReceivedMessage } from "../../providers/inbound.ts";

/**
 * The opt-out or opt-in of a message, as receive_messages takes it: JSON text, or null. See db/contacts/opt-outs.sql.
 */
export type ReadOptOut = (message: ReceivedMessage) => string | null;

/** Reads from messages of one channel who wants no messages any more, or wants them again. */
export async function readOptOuts(sql: Queryable, channel: ChannelRow): Promise<ReadOptOut> {
  const { opt_out } = await findContactSettings(sql, channel.organization_id);
  const settings = readOptOut(opt_out);
  return ({ direction, type, content, participant }) => {
    // messages in a group are meant for its people
    const isAsked = direction === "inbound" && participant === undefined;
    const request = isAsked ? readOptOutRequest(settings, type, content) : null;
    if (request === null) return null;
    const reply = request.reply === null ? null : JSON.stringify({ body: request.reply });
    return JSON.stringify({ kind: request.kind, reply, id: newMessageId() });
  };
}
