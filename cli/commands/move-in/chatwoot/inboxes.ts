import { usageFailure } from "../../../lib/failures/failure.ts";
import type { OwnChannel } from "../channels.ts";
import { textIn } from "../read/given.ts";
import { type Chatwoot, listIn } from "./api.ts";
import { phoneOf } from "./people.ts";

/** An inbox of WhatsApp, and the channel that its conversations go to; null where there is none. */
export type Inbox = { id: number; name: string; number: string | null; channel: string | null };

/**
 * Chatwoot's inboxes: each goes to the channel of its number, or to one that is named for it (`3=ch_…`). Those of other
 * means than WhatsApp are left out, unless they are named.
 */
export async function inboxesOf(
  chatwoot: Chatwoot,
  channels: readonly OwnChannel[],
  named: readonly string[],
): Promise<Inbox[]> {
  const chosen = new Map(named.map((given) => pairOf(given, channels)));
  const found = listIn(await chatwoot.get("inboxes")).flatMap((inbox): Inbox[] => {
    const id = Number(inbox.id);
    const type = textIn(inbox, "channel_type");
    const isWhatsApp = type === "Channel::Whatsapp" || inbox.medium === "whatsapp";
    if (!isWhatsApp && !chosen.has(id)) return [];
    const number = phoneOf({ phone_number: textIn(inbox, "phone_number")?.replace(/^whatsapp:/, "") });
    const own = channels.find(({ phone_number }) => number !== null && phone_number === number);
    return [
      { id, name: textIn(inbox, "name") ?? String(id), number, channel: chosen.get(id) ?? own?.id ?? null },
    ];
  });
  const unknown = [...chosen.keys()].filter((id) => !found.some((inbox) => inbox.id === id));
  if (unknown.length > 0) throw usageFailure(`--inbox: Chatwoot has no inbox ${unknown.join(", ")}`);
  return found;
}

function pairOf(given: string, channels: readonly OwnChannel[]): [number, string] {
  const [, id, channel] = /^(\d+)=(ch_\w+)$/.exec(given) ?? [];
  if (id === undefined || channel === undefined)
    throw usageFailure(
      `--inbox: '${given}' is not an inbox and a channel`,
      "Such as --inbox 3=ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    );
  if (!channels.some((one) => one.id === channel))
    throw usageFailure(`--inbox: there is no channel ${channel}`);
  return [Number(id), channel];
}
