import type { Channel } from "../../lib/api/types/channels.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readInputLine } from "../../lib/input/stdin.ts";

/** The argument of what only paired numbers can do. */
export const pairedChannel = { id: { of: "channels", description: "Channel of a paired number" } } as const;

/** The options by which another number takes the place of a channel's own. */
export const replacing = {
  "replace-number": { description: "Let another phone's number take the place of the channel's own" },
  "keep-waiting": {
    description:
      "With --replace-number: send what waits from the new number, instead of cancelling it with the broadcasts that are not over",
  },
} as const;

/** What the API is asked for by them. Throws a usage failure when they contradict. */
export function replacementOf(options: OptionValues<typeof replacing>) {
  const isReplaced = options["replace-number"] ?? false;
  if (!isReplaced && options["keep-waiting"]) throw usageFailure("--keep-waiting needs --replace-number");
  if (!isReplaced) return { replace_number: false } as const;
  return { replace_number: true, waiting: options["keep-waiting"] ? "keep" : "cancel" } as const;
}

/** What takes a number's proxy away. */
const NONE = "none";

/** The option that names a number's proxy. */
export const proxyOption = {
  proxy: {
    value: "url",
    description:
      "Proxy that all of the number's connections go through (whatsapp_unofficial), such as socks5://user:password@proxy.example.com:1080, or http://; `-` reads it from standard input, `none` removes it",
  },
} as const;

/** The setting that the option means; nothing where it is not given. */
export async function proxySetting(
  given: string | undefined,
): Promise<Pick<Channel["settings"], "proxy"> | undefined> {
  if (given === undefined) return undefined;
  if (given === NONE) return { proxy: null };
  const url = given === "-" ? (await readInputLine()).trim() : given;
  if (url === "") throw usageFailure("--proxy is empty", "Give the proxy's URL, or `none` to remove it.");
  return { proxy: { url } };
}
