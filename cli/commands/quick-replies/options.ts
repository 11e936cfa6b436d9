import { given } from "../../lib/values/given.ts";

export const quickReplyOptions = {
  title: { value: "title", description: "What it is about (default: the shortcut)" },
  channel: {
    value: "id",
    of: "channels",
    repeat: true,
    description: "A channel it is for (default: all); may be repeated",
  },
} as const;

/** The members that the options name. */
export function membersOf({ title, channel }: { title?: string | undefined; channel: readonly string[] }) {
  return given({ title, channel_ids: channel.length === 0 ? undefined : [...channel] });
}
