import type { ApprovalRecord } from "../../db/approvals/approvals.ts";
import { visible } from "../lib/text/visible.ts";

/**
 * What a person at an agent's program reads before they approve a send: all of it, with invisible characters visible.
 * Each line of what the agent wrote begins with `> `, so that none can pass for one of the question's own.
 */
export function questionOf({ contact_name, channel_id, message, preview }: ApprovalRecord): string {
  const { to, recipient, type, content, scheduled_at } = message;
  const name = contact_name === null ? "" : ` (${oneLine(contact_name)})`;
  const isWhole = type === "text" && Object.keys(content).length === 1;
  return [
    `Send this WhatsApp message to ${to ?? recipient}${name}?`,
    `Channel: ${channel_id}`,
    `Type: ${type}`,
    ...(scheduled_at === null ? [] : [`To be sent at: ${scheduled_at}`]),
    ...(preview.text === "" ? [] : [quoted(preview.text)]),
    ...(isWhole ? [] : ["Its content in full:", quoted(JSON.stringify(content, null, 2))]),
  ].join("\n");
}

function quoted(text: string): string {
  return visible(text).replace(/^/gm, "> ");
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ");
}
