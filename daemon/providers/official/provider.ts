import type {
  ChannelProbe,
  MessageError,
  OutboundMessage,
  Provider,
  ProviderChannel,
  SendOutcome,
} from "../provider.ts";
import { classify, describeError } from "./errors.ts";
import { createGraph, type Graph, type GraphAnswer } from "./graph.ts";
import { stateOfNumber } from "./number-state.ts";
import { createOnboarding, type MetaApp } from "./onboarding.ts";
import { createTemplateCatalogue } from "./templates.ts";

/** However long Meta asks a throttled account to wait, it is tried again after this long, in milliseconds. */
const LONGEST_REST = 3600_000;

/** The official platform: Meta's Cloud API at `graphUrl` (version included), as the app `app`. */
export function createOfficialProvider(
  graphUrl: string,
  app: MetaApp | null = null,
  callMilliseconds?: number,
): Provider {
  const graph = createGraph(graphUrl, callMilliseconds);
  return {
    send: (channel, message, signal) => send(graph, channel, message, signal),
    probe: (channel, signal) => probe(graph, channel, signal),
    templates: createTemplateCatalogue(graph),
    onboarding: createOnboarding(graph, app),
  };
}

async function send(
  graph: Graph,
  channel: ProviderChannel,
  message: OutboundMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (channel.accessToken === null || channel.phoneNumberId === null) {
    return { kind: "stopped", error: unusable("the channel has no access token or phone number id") };
  }
  const answer = await graph({
    method: "POST",
    path: `/${channel.phoneNumberId}/messages`,
    accessToken: channel.accessToken,
    body: envelope(message),
    signal,
  });
  return outcomeOf(answer);
}

/** What every message shares. Our id is echoed in each status webhook (at most 512 bytes are). */
function envelope(message: OutboundMessage): Record<string, unknown> {
  if (!message.addressed) return { messaging_product: "whatsapp", ...message.body };
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: message.to,
    ...message.body,
    biz_opaque_callback_data: message.id,
  };
}

function outcomeOf(answer: GraphAnswer): SendOutcome {
  switch (answer.kind) {
    case "answer":
      return { kind: "sent", providerMessageId: providerMessageId(answer.body) };
    case "refused": {
      const outcome = classify(answer.error);
      return outcome.kind === "retry" &&
        outcome.scope === "channel" &&
        answer.retryAfterMilliseconds !== undefined
        ? { ...outcome, afterMilliseconds: Math.min(answer.retryAfterMilliseconds, LONGEST_REST) }
        : outcome;
    }
    case "unreachable":
      return { kind: "retry", scope: "channel", error: unreachable(answer.reason) };
    case "lost":
      return { kind: "unknown", error: lost(answer.reason) };
  }
}

function providerMessageId(body: Record<string, unknown>): string | null {
  const messages = body.messages;
  const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
  return typeof first === "object" && first !== null && "id" in first && typeof first.id === "string"
    ? first.id
    : null;
}

async function probe(graph: Graph, channel: ProviderChannel, signal?: AbortSignal): Promise<ChannelProbe> {
  if (channel.accessToken === null || channel.phoneNumberId === null) {
    return { status: "disconnected", reason: "the channel has no access token or phone number id" };
  }
  const answer = await graph({
    method: "GET",
    path: `/${channel.phoneNumberId}?fields=id,display_phone_number,verified_name,quality_rating,status`,
    accessToken: channel.accessToken,
    ...(signal === undefined ? {} : { signal }),
  });
  if (answer.kind === "answer") {
    const { status } = answer.body;
    return { ...stateOfNumber(typeof status === "string" ? status : "CONNECTED"), ...profile(answer.body) };
  }
  if (answer.kind === "refused") {
    const error = describeError(answer.error);
    return { status: "disconnected", reason: `${error.code}: ${error.detail}` };
  }
  return { status: "degraded", reason: `the Graph API did not answer: ${answer.reason}` };
}

function profile(body: Record<string, unknown>): Partial<ChannelProbe> {
  const text = (key: string) => (typeof body[key] === "string" ? (body[key] as string) : undefined);
  const phoneNumber = text("display_phone_number")?.replace(/\D/g, "");
  const name = text("verified_name");
  const qualityRating = text("quality_rating");
  return {
    ...(phoneNumber === undefined ? {} : { phoneNumber: `+${phoneNumber}` }),
    ...(name === undefined ? {} : { name }),
    ...(qualityRating === undefined ? {} : { qualityRating }),
  };
}

function unusable(detail: string): MessageError {
  return {
    code: "channel_auth_failed",
    title: "Channel not usable",
    detail,
    provider_code: null,
    retryable: true,
  };
}

function unreachable(detail: string): MessageError {
  return {
    code: "provider_unreachable",
    title: "WhatsApp not reachable",
    detail,
    provider_code: null,
    retryable: true,
  };
}

function lost(detail: string): MessageError {
  return {
    code: "outcome_unknown",
    title: "No answer from WhatsApp",
    detail,
    provider_code: null,
    retryable: false,
  };
}
