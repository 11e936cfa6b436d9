import { STATUS_REASONS, statusReason } from "../../lib/status-reasons.ts";
import { reportedDigits } from "../../phone-numbers/reported.ts";
import type { ChannelProbe, ProviderChannel } from "../channel.ts";
import { classify, describeError } from "./errors.ts";
import type { Graph, GraphResponse } from "./graph.ts";
import { text } from "./inbound/values.ts";
import { withLimits } from "./limits.ts";
import { readAll } from "./management.ts";
import { stateOfNumber } from "./number-state.ts";

/**
 * Asks Meta for a number's status, which shows whether the token reaches it; for a whole account, also whether it lists
 * the number to the token; with `limits`, also for the limits. Never throws.
 */
export async function probeNumber(
  graph: Graph,
  channel: ProviderChannel,
  signal?: AbortSignal,
): Promise<ChannelProbe> {
  const { accessToken, phoneNumberId, wabaId } = channel;
  if (accessToken === null || phoneNumberId === null) {
    return { status: "disconnected", reason: STATUS_REASONS.token_missing };
  }
  const response = await graph({
    method: "GET",
    path: `/${phoneNumberId}?fields=id,display_phone_number,verified_name,quality_rating,status`,
    accessToken,
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.kind !== "response") return withoutNumber(response);
  const { status } = response.body;
  const stands: ChannelProbe = {
    ...stateOfNumber(typeof status === "string" ? status : "CONNECTED"),
    ...profile(response.body),
    isTheirs: true,
  };
  const found =
    wabaId === undefined ? stands : await withAccount(graph, stands, { accessToken, phoneNumberId, wabaId });
  // an account that doesn't list the number is perhaps another one's, and its portfolio no business of this number
  const isOfAccount = wabaId === undefined || found.isListed === true;
  return await withLimits(graph, found, isOfAccount ? channel : withoutAccount(channel), signal);
}

function withoutAccount(channel: ProviderChannel): ProviderChannel {
  return channel.limits === undefined ? channel : { ...channel, limits: { wabaId: null } };
}

function withoutNumber(response: Exclude<GraphResponse, { kind: "response" }>): ChannelProbe {
  if (response.kind !== "refused") {
    return { status: "degraded", reason: statusReason("no_answer", response.reason) };
  }
  const error = describeError(response.error);
  const reason = `${error.code}: ${error.detail}`;
  // it says nothing of the number: too many calls, or Meta is out of order
  if (classify(response.error).kind === "retry") return { status: "degraded", reason };
  return { status: "disconnected", reason, isTheirs: false };
}

async function withAccount(
  graph: Graph,
  found: ChannelProbe,
  { accessToken, phoneNumberId, wabaId }: { accessToken: string; phoneNumberId: string; wabaId: string },
): Promise<ChannelProbe> {
  const path = `/${wabaId}/phone_numbers?fields=id&limit=100`;
  const listed = await readAll(graph, path, accessToken, (item) => text(item.id));
  if (listed.kind === "unavailable" || (listed.kind === "refused" && isPassing(listed.error.code)))
    return found;
  if (listed.kind === "done" && listed.value.includes(phoneNumberId)) return { ...found, isListed: true };
  return {
    ...found,
    reason: found.reason ?? statusReason("not_listed", wabaId),
    isListed: false,
  };
}

/** Refusals that say nothing of the account. */
function isPassing(code: string): boolean {
  return code === "rate_limited" || code === "provider_unavailable";
}

function profile(body: Record<string, unknown>): Partial<ChannelProbe> {
  const phoneNumber = reportedDigits(body.display_phone_number);
  const name = text(body.verified_name);
  const qualityRating = text(body.quality_rating);
  return {
    ...(phoneNumber === null ? {} : { phoneNumber: `+${phoneNumber}` }),
    ...(name === null ? {} : { name }),
    ...(qualityRating === null ? {} : { qualityRating }),
  };
}
