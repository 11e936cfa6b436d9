import type { ChannelRow } from "../../db/channels/channels.ts";
import { noteRegistration } from "../../db/channels/onboarding.ts";
import { type Actor, audit } from "../auth/audit.ts";
import { tokenOf } from "../channels/account.ts";
import { checkChannel } from "../channels/check.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import { done } from "../channels/provider-problem.ts";
import { problem } from "../http/problem.ts";

/**
 * Meta blocks a number for 72 hours at its tenth registration within 72 hours
 * (error 133016), so the tenth is refused here.
 */
const GUARD = { most: 9, hours: 72 };

/**
 * Registers a channel's number with WhatsApp and returns the updated channel. Throws 429
 * `registration_limit` with `Retry-After`, and 422 with `phone_not_verified`, `wrong_pin` and
 * the like.
 */
export async function registerNumber(
  dependencies: CheckDependencies,
  who: Actor,
  channel: ChannelRow,
  given: { pin: string; region?: string | undefined },
): Promise<ChannelRow> {
  const { sql, secrets, providers } = dependencies;
  const accessToken = tokenOf(providers, channel, secrets);
  // tries are counted by number, so only a channel that has proven the number may use them up
  await requireProof(dependencies, who, channel);
  const onboarding = providers[channel.platform]?.onboarding;
  const phoneNumberId = channel.phone_number_id;
  if (onboarding === undefined || phoneNumberId === null) {
    throw problem(422, "channel_incomplete", "the channel has no phone number id; connect it again");
  }
  const blockedUntil = await sql.begin(async (transaction) => {
    const until = await noteRegistration(transaction, channel.organization_id, phoneNumberId, GUARD);
    const target = { type: "channel", id: channel.id };
    if (until === null) await audit(transaction, who, { action: "channel.registration_tried", target });
    return until;
  });
  if (blockedUntil !== null) throw tooOften(blockedUntil);
  const registered = await onboarding.register({ phoneNumberId, accessToken }, given);
  if (registered.kind === "refused" && registered.error.code === "phone_not_verified") {
    throw problem(
      422,
      "phone_not_verified",
      "WhatsApp has not verified this number: ask for a code and verify it in Meta's WhatsApp Manager first",
      { members: { provider_code: registered.error.provider_code } },
    );
  }
  done(registered);
  return await checkChannel(dependencies, who, channel);
}

async function requireProof(dependencies: CheckDependencies, who: Actor, channel: ChannelRow): Promise<void> {
  if (channel.proven_at !== null) return;
  const { proven_at, status_reason } = await checkChannel(dependencies, who, channel);
  if (proven_at !== null) return;
  const why = status_reason ?? "the number can't be reached";
  throw problem(422, "channel_incomplete", `the channel's access token does not reach its number: ${why}`);
}

function tooOften(until: Date) {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  return problem(
    429,
    "registration_limit",
    `${GUARD.most} registrations in ${GUARD.hours} hours; one more and WhatsApp blocks the number. Possible again at ${until.toISOString()}`,
    { headers: { "retry-after": String(seconds) } },
  );
}
