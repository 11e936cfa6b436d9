import { given } from "../../lib/values/given.ts";

export const quickReplyOptions = {
  title: { value: "title", description: "What it is about (default: the shortcut)" },
  channel: {
    value: "id",
    of: "channels",
    repeat: true,
    description: "A channel it is for (default: all); may be repeated",
  },
  media: {
    value: "id",
    of: "media",
    description: "An uploaded file that is sent with it (upload one: waypost media upload)",
  },
} as const;

type Given = { title?: string | undefined; channel: readonly string[]; media?: string | undefined };

/** The members that the options name. */
export function membersOf({ title, channel, media: media_id }: Given) {
  return given({ title, channel_ids: channel.length === 0 ? undefined : [...channel], media_id });
}
