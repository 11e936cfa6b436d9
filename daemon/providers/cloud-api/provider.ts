import type { Note } from "../../drift/known.ts";
import { objects } from "../../lib/objects.ts";
import { reportedDigits } from "../../phone-numbers/reported.ts";
import type { ProviderChannel } from "../channel.ts";
import type { Identity } from "../inbound.ts";
import type { MessageError } from "../message-error.ts";
import type { OutboundMessage, Provider, SendOutcome } from "../provider.ts";
import type { MetaApp } from "./app/meta-app.ts";
import { readCallPermission } from "./calls/permission.ts";
import { createReadCharges } from "./charges.ts";
import { createGraph, type Graph, type GraphResponse } from "./graph.ts";
import { createGroupCalls } from "./groups/calls.ts";
import { OFFICIAL_GROUPS } from "./groups/rules.ts";
import { isForOthers, marketingOf } from "./marketing.ts";
import { setBlocked } from "./numbers/blocking.ts";
import { createUsernames } from "./numbers/usernames.ts";
import { createOnboarding } from "./onboarding.ts";
import { channelUnusable, refusedBy, unreachable } from "./outcomes.ts";
import { CLOUD_API } from "./platform.ts";
import { createCloudApiPolicies } from "./policy.ts";
import { probeNumber } from "./probe.ts";
import { createTemplateCatalogue } from "./templates.ts";
import { controlThread } from "./thread-control.ts";
import { uploadFile } from "./upload.ts";

/** The official platform: Meta's Cloud API at `graphUrl` (version included), as the app `app`. */
export function createCloudApiProvider(
  graphUrl: string,
  app: MetaApp | null = null,
  callMs?: number,
  note?: Note,
): Provider {
  const graph = createGraph(graphUrl, callMs, note);
  return {
    ...CLOUD_API,
    policy: createCloudApiPolicies(),
    send: (channel, message, signal) => send(graph, channel, message, signal),
    probe: (channel, signal) => probeNumber(graph, channel, signal),
    upload: (channel, file, signal) => uploadFile(graph, channel, file, signal),
    charges: createReadCharges(graph),
    templates: createTemplateCatalogue(graph, app?.id),
    onboarding: createOnboarding(graph, app),
    groupCalls: createGroupCalls(graph),
    controlThread: (number, person, to) => controlThread(graph, number, person, to),
    setBlocked: (number, person, blocked) => setBlocked(graph, number, person, blocked),
    usernames: createUsernames(graph),
    callPermission: (number, person) => readCallPermission(graph, number, person),
  };
}

async function send(
  graph: Graph,
  channel: ProviderChannel,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { accessToken, phoneNumberId } = channel;
  if (accessToken === null || phoneNumberId === null) return channelUnusable();
  const call = async (edge: string, body: Record<string, unknown>) =>
    await graph({ method: "POST", path: `/${phoneNumberId}/${edge}`, accessToken, body, signal });
  const given = envelope(message, channel);
  const apart = marketingOf(message);
  const first = apart === null ? null : await call("marketing_messages", { ...given, ...apart });
  const response = first === null || isForOthers(first, message) ? await call("messages", given) : first;
  return outcomeOf(response, message.to);
}

/**
 * What every message shares. Our id is echoed in each status webhook (at most 512 bytes are). The messaging account is
 * billed (Meta, "Account model evolution", June 2026).
 */
function envelope(
  message: OutboundMessage,
  { messagingAccountId }: ProviderChannel,
): Record<string, unknown> {
  if (!message.addressed) return { messaging_product: "whatsapp", ...message.body };
  return {
    messaging_product: "whatsapp",
    ...recipientOf(message),
    ...message.body,
    ...(messagingAccountId === undefined ? {} : { messaging_account_id: messagingAccountId }),
    biz_opaque_callback_data: message.id,
  };
}

/** A person by number or by user id, which goes in a field of its own; a group (Meta, "Group messaging") by its id. */
function recipientOf({ to, userId }: OutboundMessage): Record<string, unknown> {
  if (to !== null) return { recipient_type: "individual", to };
  const isGroup = OFFICIAL_GROUPS.isId(userId ?? "");
  return isGroup
    ? { recipient_type: "group", to: userId }
    : { recipient_type: "individual", recipient: userId };
}

function outcomeOf(response: GraphResponse, to: string | null): SendOutcome {
  switch (response.kind) {
    case "response":
      return {
        kind: "sent",
        providerMessageId: providerMessageId(response.body),
        ...otherNumber(response.body, to),
      };
    case "refused":
      return refusedBy(response);
    case "unreachable":
      return unreachable(response.reason);
    case "lost":
      return { kind: "unknown", error: lost(response.reason) };
  }
}

function providerMessageId(body: Record<string, unknown>): string | null {
  const messages = body.messages;
  const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
  return typeof first === "object" && first !== null && "id" in first && typeof first.id === "string"
    ? first.id
    : null;
}

/** The number that WhatsApp knows the recipient by, where that is another form of theirs: `contacts[0].wa_id`. */
function otherNumber({ contacts }: Record<string, unknown>, to: string | null): { same?: Identity } {
  const number = reportedDigits(objects(contacts)[0]?.wa_id);
  return to === null || number === null || number === to ? {} : { same: { type: "phone", value: number } };
}

function lost(detail: string): MessageError {
  return {
    code: "outcome_unknown",
    title: "No response from WhatsApp",
    detail,
    provider_code: null,
    retryable: false,
  };
}
