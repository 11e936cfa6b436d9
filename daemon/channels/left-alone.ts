import type { ChannelRow } from "../../db/channels/channels.ts";
import type { ProviderInUse } from "../providers/provider.ts";

const IN_SANDBOX = "sandbox: the channel was created there, and only a daemon with --sandbox uses it";
const OUTSIDE =
  "not in the sandbox: the channel was created for WhatsApp itself, and a daemon with --sandbox does not use it";

/**
 * Why this daemon leaves a channel alone; null when it uses it. Keys of the sandbox never go to
 * WhatsApp, and keys for WhatsApp never to the sandbox.
 */
export function whyLeftAlone(
  provider: Pick<ProviderInUse, "isSandbox"> | undefined,
  { sandbox }: Pick<ChannelRow, "sandbox">,
): string | null {
  if (provider === undefined || provider.isSandbox === sandbox) return null;
  return sandbox ? IN_SANDBOX : OUTSIDE;
}
