import type { Sql } from "../../../db/connection/client.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import type { Forms } from "../../media/outgoing/forms/forms.ts";
import type { MessageType } from "../../message-types/message-type.ts";
import { findMessageType } from "../../message-types/registry.ts";
import { type UploadUse, withPlaces } from "../../message-types/uploads.ts";
import { type Encoder, EncodingImpossible } from "../../providers/encoders.ts";
import type { MessageError } from "../../providers/message-error.ts";
import type { OutboundMessage } from "../../providers/provider.ts";
import type { Copies } from "../files/copies.ts";
import { readyFiles } from "../files/ready-files.ts";
import { sendWithFiles } from "../files/send-with-files.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import { refusalByNumber, withProviderIds } from "./references.ts";
import { ended, type SendEnd } from "./send-end.ts";
import type { Sender } from "./sender.ts";

/**
 * Makes one attempt to send a message that may name another one by our id; see `withProviderIds`. Fails it as
 * `message_not_found` when there is no such message.
 */
export async function sendNaming(
  { sql, key, templates, files, signButtons }: Lookups,
  sender: Sender,
  row: DueSend,
  signal: AbortSignal,
): Promise<SendEnd> {
  try {
    const template = await definitionOf(templates, sender, key, row);
    const resolved = await withProviderIds(sql, key, row);
    const refusal =
      resolved !== null && sender.hadAnotherNumber ? await refusalByNumber(sql, key, resolved) : null;
    if (refusal !== null) return unsent(row, refusal);
    if (resolved !== null)
      return await sendOnce(
        template === null ? sender : { ...sender, template },
        { sql, files, row: await signButtons(key, resolved) },
        signal,
      );
  } catch (cause) {
    return postponed(row, cause);
  }
  return unsent(row, MESSAGE_NOT_FOUND);
}

/** How a message ends that can't be made. */
function unsent(row: DueSend, error: MessageError): SendEnd {
  return { ...ended(row, { kind: "failed", error }, false), works: false };
}

/** Signs the buttons of a message that asks for an approval; any other message stays as it is. */
export type SignButtons = (
  key: { organizationId: string; channelId: string },
  row: DueSend,
) => Promise<DueSend>;

/** Where a message's references are looked up, and what signs its buttons. */
type Lookups = {
  signButtons: SignButtons;
  sql: Sql;
  key: { organizationId: string; channelId: string };
  templates: TemplateDefinitions;
  files: { copies: Copies; forms: Forms };
};

/** The definition of a template message, if it matters how it looks or of which category it is; null otherwise. */
async function definitionOf(
  templates: TemplateDefinitions,
  { provider, wabaId, marketing }: Sender,
  { organizationId }: Lookups["key"],
  row: DueSend,
) {
  if (row.type !== "template" || !(provider.rendersTemplates || marketing !== null)) return null;
  const { name, language } = JSON.parse(row.content).template;
  return await templates.find(organizationId, provider.rendersTemplates ? null : wabaId, name, language.code);
}

/** Makes one attempt to send a message. Throws when its uploaded files can't be looked for. */
async function sendOnce(
  sender: Sender,
  { sql, files: { copies, forms }, row }: Pick<Lookups, "sql" | "files"> & { row: DueSend },
  signal: AbortSignal,
): Promise<SendEnd> {
  const { provider, channel } = sender;
  const type = findMessageType(row.type);
  const { content, uses } = contentOf(row);
  const fileContext = { organizationId: channel.organizationId, platform: provider };
  const unready = uses.length === 0 ? null : await readyFiles({ sql, forms }, fileContext, uses, signal);
  if (unready !== null) return { ...ended(row, unready, false), works: false };
  const message = encoded(sender, type, row, content);
  if (type === null || "error" in message) {
    const error = "error" in message ? message.error : unsendable(row.type);
    return unsent(row, error);
  }
  const outcome = await sendWithFiles(copies, provider, channel, message, signal);
  // An operation may be repeated freely, and no status will ever report it.
  if (outcome.kind === "unknown" && !type.addressed) {
    return ended(row, { kind: "retry", scope: "platform", error: outcome.error }, true);
  }
  return sentWith(channel, ended(row, outcome, !type.addressed));
}

/** With the messaging account that the message was sent with, where there is one: it is billed to that. */
function sentWith({ messagingAccountId }: Sender["channel"], end: SendEnd): SendEnd {
  if (messagingAccountId === undefined || end.result.outcome !== "sent" || end.result.silent) return end;
  return { ...end, result: { ...end.result, messaging_account_id: messagingAccountId } };
}

/** The message as its type makes it for the platform, or why it can't be. */
function encoded(
  { provider, policy, template, ownPhone, marketing }: Sender,
  type: MessageType | null,
  row: DueSend,
  content: unknown,
): OutboundMessage | { error: MessageError } {
  const message = {
    id: row.item_id,
    to: row.address,
    userId: row.user_id,
    addressed: type?.addressed ?? true,
    attempt: row.attempt,
    ...(marketing === null || !isMarketing(template) ? {} : { marketing }),
  };
  const encode = type === null ? null : (provider.encoders[type.type] as Encoder<unknown> | null);
  if (encode === null) return { error: unsendable(row.type) };
  try {
    const body = encode(content, { template, ownPhone });
    return { ...message, body, typingMs: policy.typingMs?.(body) ?? 0 };
  } catch (cause) {
    if (cause instanceof EncodingImpossible) return { error: notShown(cause) };
    throw cause;
  }
}

function isMarketing(template: Sender["template"]): boolean {
  return template?.category?.toUpperCase() === "MARKETING";
}

/** The content, with places for its uploaded files, and those. */
function contentOf({ type, content }: DueSend): { content: unknown; uses: UploadUse[] } {
  const parsed = JSON.parse(content);
  return content.includes('"media_id"') ? withPlaces(type, parsed) : { content: parsed, uses: [] };
}

function notShown({ code, message }: EncodingImpossible): MessageError {
  return { code, title: "Can't be shown", detail: message, provider_code: null, retryable: false };
}

function unsendable(type: string): MessageError {
  return {
    code: "unsupported_message_type",
    title: "Type not supported",
    detail: `this version cannot send messages of type ${type}`,
    provider_code: null,
    retryable: false,
  };
}

/** Of a message that could not be made at all for now, in milliseconds. */
const SOON_MS = 1000;

/** How an attempt ended that could not begin: what the message needs can't be read now. */
function postponed(row: DueSend, cause: unknown): SendEnd {
  const detail = `not tried: ${cause instanceof Error ? cause.message : String(cause)}`;
  const error = { code: "not_tried", title: "Not tried", detail, provider_code: null, retryable: true };
  return ended(row, { kind: "retry", scope: "message", error, afterMs: SOON_MS }, false);
}

const MESSAGE_NOT_FOUND: MessageError = {
  code: "message_not_found",
  title: "No such message",
  detail: "this channel neither sent nor received the message that it refers to",
  provider_code: null,
  retryable: false,
};
