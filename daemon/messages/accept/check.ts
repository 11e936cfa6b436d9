import type { ChannelRow } from "../../../db/channels/channels.ts";
import { findGroupPeople } from "../../../db/costs/group-people.ts";
import { providerOf } from "../../channels/platform.ts";
import { isCharged } from "../../costs/rates/price.ts";
import type { RateCards } from "../../costs/rates/rate-cards.ts";
import type { EgressGuard } from "../../egress/guard.ts";
import type { Caller } from "../../http/caller.ts";
import { newMessageId, timeOfMessageId } from "../../lib/ids.ts";
import type { MessageType } from "../../message-types/message-type.ts";
import type { Platform, Providers } from "../../providers/provider.ts";
import type { AccountTemplates } from "../../templates/account-templates.ts";
import { checkUploads, withIds } from "../files/check-uploads.ts";
import { holdingOf } from "../holding.ts";
import { ownEnd, usualEnd } from "../message-end.ts";
import { isGroup } from "../message-group.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import type { AcceptRequest } from "./accept.ts";
import { approvalOf } from "./approval.ts";
import { refuseAuthentication } from "./authentication.ts";
import { canonicalContent, refuseUnreadable, typeOn } from "./content.ts";
import { expectedPrice } from "./expected-price.ts";
import { refuseTypeInGroup } from "./groups.ts";
import { refuseByGuard, refuseUnpriced } from "./guard.ts";
import { checkMediaLinks } from "./media-links.ts";
import { refuseOverLimit } from "./over-limit.ts";
import { rankOfSend } from "./priority.ts";
import { type RecipientDependencies, recipientOf } from "./recipient.ts";
import { refuseTooEarly } from "./refuse-too-early.ts";
import type { SendBody } from "./send-body.ts";
import { fingerprint, invalidField, messagingAccountOf, metadata, schedule } from "./send-fields.ts";
import { checkTemplate } from "./template-check.ts";

export type CheckDependencies = RecipientDependencies & {
  canConvert: () => boolean;
  templates: TemplateDefinitions;
  accountTemplates: AccountTemplates;
  guard: Pick<EgressGuard, "checkText">;
  providers: Providers;
  rateCards: Pick<RateCards, "rateOf" | "currency">;
};

/** Everything about a send that can be judged without committing it. Throws problems; what is left is up to accepting. */
export async function checkSend(
  dependencies: CheckDependencies,
  caller: Caller,
  body: SendBody,
  idempotencyKey: string | null,
): Promise<AcceptRequest> {
  const { sql, templates, accountTemplates, guard, providers, canConvert } = dependencies;
  const { channel, address, userId, conversationId } = await recipientOf(dependencies, caller, body);
  const platform = providerOf(providers, channel);
  const type = typeOn(platform, body.type);
  refuseTypeInGroup(platform, userId, type.type);
  const account = messagingAccountOf(channel, body.messaging_account_id);
  const { content, uses } = canonicalContent(platform, type, withReply(type, body));
  refuseUnreadable(caller.agent, type.type, { content, metadata: body.metadata });
  checkMediaLinks(guard, content);
  await checkUploads({ sql, canConvert }, caller.organizationId, uses, platform.fileLimits);
  const kept = uses.length === 0 ? content : withIds(content);
  const scheduledAt = schedule(body.scheduled_at);
  const isLater = scheduledAt !== null && Date.parse(scheduledAt) > Date.now();
  refuseByGuard(caller.agent, {
    type: type.type,
    content: kept,
    due: isLater ? new Date(scheduledAt) : new Date(),
  });
  const template =
    type.type === "template"
      ? await checkTemplate({ templates, accountTemplates }, platform, channel, content)
      : null;
  const category = template?.category ?? null;
  if (type.type === "template" && address === null)
    await refuseAuthentication(templates, platform, channel, userId, content);
  if (type.addressed && !isLater) await refuseOverLimit(sql, channel, { address, userId }, category);
  const id = newMessageId();
  const accepted = {
    id,
    status: isLater ? "scheduled" : "queued",
    channel_id: channel.id,
    to: address,
    recipient: userId,
    // of the same moment, by which messages are listed
    created_at: timeOfMessageId(id).toISOString(),
  };
  const due = isLater ? scheduledAt : accepted.created_at;
  await refuseTooEarly(sql, channel, kept, new Date(due));
  const expiresAt = ownEnd(body, due);
  const cost = expectedPrice(dependencies.rateCards, channel, {
    ...{ category: type.type === "template" ? category : "service", isAddressed: type.addressed },
    maxPrice: template?.optimization_spec ?? null,
    ...{ address, userId, at: new Date(due) },
    people: isCharged(channel) && isGroup(userId) ? await findGroupPeople(sql, channel, userId ?? "") : [],
  });
  refuseUnpriced(caller.agent, channel, { cost, addressed: type.addressed });
  const request: AcceptRequest = {
    organization_id: caller.organizationId,
    id,
    channel_id: channel.id,
    conversation_id: conversationId,
    address,
    user_id: userId,
    type: type.type,
    content: JSON.stringify(kept),
    media_ids: uses.length === 0 ? null : [...new Set(uses.map(({ id }) => id))],
    metadata: metadata(body.metadata),
    scheduled_at: scheduledAt,
    expires_at: expiresAt,
    ttl_seconds: body.ttl_seconds ?? null,
    priority: rankOfSend({ given: body.priority, settings: channel.settings, type: type.type, category }),
    messaging_account_id: account,
    author: caller.actor.id,
    guard: caller.agent,
    holding: holdingOf(caller, channel, type),
    needs_window: !isLater && needsWindow(platform, channel, type),
    addressed: type.addressed,
    cost,
    created_at: accepted.created_at,
    idempotency_key: idempotencyKey,
    fingerprint: idempotencyKey === null ? null : fingerprint(body),
    response: JSON.stringify({ ...accepted, expires_at: expiresAt ?? usualEnd(due) }),
  };
  return { ...request, approval: await approvalOf(templates, channel, request) };
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

/**
 * Only templates may open a conversation on an official number; operations
 * send nobody anything (Meta, "Customer service windows"). A message for later
 * is judged by Meta when it is sent.
 */
function needsWindow(platform: Platform, channel: ChannelRow, type: MessageType): boolean {
  return (
    platform.hasServiceWindow &&
    (channel.settings.service_window ?? "enforce") === "enforce" &&
    type.addressed &&
    type.type !== "template"
  );
}
