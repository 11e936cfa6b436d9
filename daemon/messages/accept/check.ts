import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { ChannelCache } from "../../channels/cache.ts";
import { providerOf } from "../../channels/platform.ts";
import type { EgressGuard } from "../../egress/guard.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { problem } from "../../http/problem.ts";
import { newMessageId, timeOfMessageId } from "../../lib/ids.ts";
import type { MessageType } from "../../message-types/message-type.ts";
import type { Platform, Providers } from "../../providers/provider.ts";
import { ownEnd, usualEnd } from "../message-end.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import type { AcceptRequest } from "./accept.ts";
import { canonicalContent, typeOn } from "./content.ts";
import { checkMediaLinks } from "./media-links.ts";
import type { SendBody } from "./send-body.ts";
import { fingerprint, invalidField, metadata, recipient, schedule } from "./send-fields.ts";
import { checkTemplate } from "./template-check.ts";

export type CheckDependencies = {
  channels: ChannelCache;
  templates: TemplateDefinitions;
  guard: Pick<EgressGuard, "checkText">;
  providers: Providers;
};

/** The channel's own conversation ids; anything else can't be one. */
const CONVERSATION_ID = /^[\w-]+$/;

/** Everything about a send that can be judged without committing it. Throws problems; what is left is up to accepting. */
export async function checkSend(
  { channels, templates, guard, providers }: CheckDependencies,
  caller: Caller,
  body: SendBody,
  idempotencyKey: string | null,
): Promise<AcceptRequest> {
  const channel = await usableChannel(channels, caller, body.channel_id);
  const platform = providerOf(providers, channel);
  const type = typeOn(platform, body.type);
  const content = canonicalContent(platform, type, withReply(type, body));
  checkMediaLinks(guard, content);
  const address = recipient(
    body.to ?? body.to_phone,
    body.to === undefined && body.to_phone !== undefined ? "/to_phone" : "/to",
  );
  const scheduledAt = schedule(body.scheduled_at);
  const isLater = scheduledAt !== null && Date.parse(scheduledAt) > Date.now();
  if (type.type === "template") await checkTemplate(templates, platform, channel, content);
  const id = newMessageId();
  const accepted = {
    id,
    status: isLater ? "scheduled" : "queued",
    channel_id: channel.id,
    to: address,
    // of the same moment, by which messages are listed
    created_at: timeOfMessageId(id).toISOString(),
  };
  const due = isLater ? scheduledAt : accepted.created_at;
  const expiresAt = ownEnd(body, due);
  return {
    organization_id: caller.organizationId,
    id,
    channel_id: channel.id,
    conversation_id: conversation(body.conversation_id),
    address,
    type: type.type,
    content: JSON.stringify(content),
    metadata: metadata(body.metadata),
    scheduled_at: scheduledAt,
    expires_at: expiresAt,
    ttl_seconds: body.ttl_seconds ?? null,
    needs_window: !isLater && needsWindow(platform, channel, type),
    addressed: type.addressed,
    created_at: accepted.created_at,
    idempotency_key: idempotencyKey,
    fingerprint: idempotencyKey === null ? null : fingerprint(body),
    response: JSON.stringify({ ...accepted, expires_at: expiresAt ?? usualEnd(due) }),
  };
}

/** A channel that the caller may send on; throws 422 when there is none of that id. */
export async function usableChannel(channels: ChannelCache, caller: Caller, id: string): Promise<ChannelRow> {
  const channel = mayUseChannel(caller, id) ? await channels.find(caller.organizationId, id) : null;
  if (channel !== null) return channel;
  throw problem(422, "channel_not_found", "/channel_id: there is no such channel", {
    errors: [{ path: "/channel_id", message: "no such channel" }],
  });
}

/** The content with the message it answers, where that stood beside it. */
function withReply(type: MessageType, body: SendBody): Record<string, unknown> {
  if (body.reply_to === undefined) return body.content;
  if (!Object.hasOwn(type.schema.properties ?? {}, "reply_to"))
    throw invalidField("/reply_to", `a message of type ${type.type} can't quote another`);
  if (body.content.reply_to !== undefined)
    throw invalidField("/reply_to", "given twice: leave out this one or the one in content");
  const { id, participant } = body.reply_to;
  return { ...body.content, reply_to: participant === undefined ? { id } : { id, participant } };
}

function conversation(id: string | undefined): string | null {
  if (id === undefined || CONVERSATION_ID.test(id)) return id ?? null;
  throw problem(422, "conversation_not_found", "/conversation_id: there is no such conversation", {
    errors: [{ path: "/conversation_id", message: "no such conversation" }],
  });
}

/**
 * Only templates may open a conversation on an official number; operations
 * send nobody anything (Meta, "Customer service windows"). What is sent later
 * is judged by Meta when it goes out.
 */
function needsWindow(platform: Platform, channel: ChannelRow, type: MessageType): boolean {
  return (
    platform.hasServiceWindow &&
    (channel.settings.service_window ?? "enforce") === "enforce" &&
    type.addressed &&
    type.type !== "template"
  );
}
