import type { ChannelRow } from "../../db/channels/channels.ts";
import { STATUS_REASONS } from "../lib/status-reasons.ts";
import type { ProviderInUse } from "../providers/provider.ts";

/**
 * Why this daemon leaves a channel alone; null when it uses it. Keys of the sandbox never go to
 * WhatsApp, and keys for WhatsApp never to the sandbox.
 */
export function whyLeftAlone(
  provider: Pick<ProviderInUse, "isSandbox"> | undefined,
  { sandbox }: Pick<ChannelRow, "sandbox">,
): string | null {
  if (provider === undefined || provider.isSandbox === sandbox) return null;
  return sandbox ? STATUS_REASONS.in_sandbox : STATUS_REASONS.outside_sandbox;
}
