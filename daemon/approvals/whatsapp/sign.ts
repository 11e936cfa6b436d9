import { type AskRow, findAskOfMessage } from "../../../db/approvals/asks.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import type { SignButtons } from "../../messages/lane/send-once.ts";
import { type Asked, type Decision, signedId, unsignedId } from "./payload.ts";

const DECISIONS: readonly Decision[] = ["approve", "refuse"];

/**
 * Signs the buttons of the messages that ask for approvals as they are sent, so that no payload is stored or shown. The
 * buttons of all other messages stay as they are, whatever their ids are.
 */
export function createButtonSigner(sql: Queryable, key: Uint8Array): SignButtons {
  return async ({ organizationId, channelId }, row) => {
    const asks = row.type === "buttons" && DECISIONS.some((one) => row.content.includes(unsignedId(one)));
    const ask = asks ? await findAskOfMessage(sql, organizationId, row.item_id) : null;
    if (ask === null || ask.channel_id !== channelId || ask.address !== row.address) return row;
    const content = JSON.parse(row.content);
    const buttons = content.buttons.map((button: { id: string }) => {
      const decision = DECISIONS.find((one) => unsignedId(one) === button.id);
      return decision === undefined ? button : { ...button, id: signedId(key, decision, askedBy(ask)) };
    });
    return { ...row, content: JSON.stringify({ ...content, buttons }) };
  };
}

/** What the payloads of an ask that was sent are bound to. */
export function askedBy(ask: AskRow, shown = ask.shown): Asked {
  return {
    organizationId: ask.organization_id,
    approvalId: ask.approval_id,
    shown: shown ?? "",
    channelId: ask.channel_id,
    address: ask.address,
    messageId: ask.message_id ?? "",
  };
}
