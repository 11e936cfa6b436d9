import type { ChannelRow } from "../../db/channels/channels.ts";
import type { ProviderInUse } from "../providers/provider.ts";

const IN_SANDBOX = "sandbox: it was created there, and only a daemon that runs with --sandbox uses it";
const OUTSIDE =
  "not in the sandbox: it was created for WhatsApp itself, and a daemon that runs with --sandbox leaves it alone";

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
