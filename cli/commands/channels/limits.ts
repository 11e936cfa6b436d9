import { show } from "../../lib/actions/show.ts";
import type { Limits } from "../../lib/api/types/channels.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<Limits>[] = [
  { title: "per second", value: ({ throughput }) => throughput.per_second },
  { title: "by", value: ({ throughput }) => throughput.source },
  { title: "scope", value: ({ messaging }) => messaging?.scope },
  { title: "portfolio", value: ({ messaging }) => messaging?.portfolio_id },
  {
    title: "people a day",
    value: ({ messaging }) => (messaging === null ? null : (messaging.limit ?? "no limit")),
  },
  { title: "people written to", value: ({ messaging }) => messaging?.used },
  { title: "room", value: ({ messaging }) => messaging?.resets[0]?.at, kind: "time" },
  { title: "new contacts a day", value: ({ new_contacts: contacts }) => contacts?.per_day },
  { title: "new contacts", value: ({ new_contacts: contacts }) => contacts?.used },
  {
    title: "new chats",
    value: ({ new_chats: chats }) => chats && `${chats.used ?? "?"} of ${chats.total ?? "any"}`,
  },
  { title: "new chats are", value: ({ new_chats: chats }) => chats?.status },
  { title: "until", value: ({ new_chats: chats }) => chats?.cycle_end, kind: "time" },
  { title: "restrictions", value: ({ restrictions }) => restrictions.map(described) },
];

export const showLimits = command({
  path: "channels limits",
  summary: "Show what a channel may send",
  output:
    "How fast the channel sends, and what sets that; how many people its portfolio may start conversations with in 24 hours, how many it has, and when the next one is allowed; the same for new contacts of paired numbers, and how WhatsApp counts the chats that they begin; restrictions.",
  arguments: { id: { of: "channels", description: "Channel whose limits to show" } },
  examples: [
    {
      description: "How many people have been written to",
      command: "waypost channels limits ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq .messaging.used",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/channels/{id}/limits", { path }, columns),
});

function described({ scope, conversation_id, reason, until }: Limits["restrictions"][number]): string {
  return `${[scope, conversation_id].filter(Boolean).join(" ")}: ${reason}, until ${until}`;
}
