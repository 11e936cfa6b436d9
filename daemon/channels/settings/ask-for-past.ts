import { type ChannelRow, updateChannel } from "../../../db/channels/channels.ts";
import { tokenContext } from "../channel.ts";
import type { CheckDependencies } from "../probe.ts";

/**
 * Has the platform send what the WhatsApp Business app of a channel's number has, where the channel wants that: the people
 * first, then the messages. Each is asked for once, since the platform gives it once, within a day of the onboarding. What
 * could not be reached is asked for at the next check.
 */
export async function askForPast(
  { sql, secrets, providers }: CheckDependencies,
  channel: ChannelRow,
): Promise<void> {
  const { organization_id, id, platform, phone_number_id: phoneNumberId, access_token: token } = channel;
  const { history = "none" } = channel.settings;
  if (!channel.coexists || channel.history_asked_at !== null || history === "none") return;
  const onboarding = providers[platform]?.onboarding;
  if (onboarding === undefined || phoneNumberId === null || token === null) return;
  const number = { phoneNumberId, accessToken: secrets.decrypt(token, tokenContext(id)) };
  for (const what of ["people", "messages"] as const) {
    const asked = await onboarding.askForPast(number, what);
    if (asked.kind === "unavailable") return;
  }
  await updateChannel(sql, organization_id, id, { history_asked_at: new Date() });
}
