import { show } from "../../../lib/actions/show.ts";
import type { ChannelHealth } from "../../../lib/api/types/channels.ts";
import { command } from "../../../lib/command/command.ts";
import type { Column } from "../../../lib/output/column.ts";

const columns: Column<ChannelHealth>[] = [
  { title: "score", value: ({ score }) => score },
  { title: "level", value: ({ level }) => level, kind: "status" },
  { title: "trend", value: ({ trend }) => trend },
  { title: "found", value: ({ at }) => at, kind: "time" },
  { title: "takes points", value: ({ parts }) => parts.filter(({ lost }) => lost > 0).map(described) },
  { title: "advice", value: ({ parts }) => parts.flatMap(({ advice }) => advice ?? []) },
];

export const showChannelHealth = command({
  path: "channels health",
  summary: "Show how likely WhatsApp is to restrict a number, and what to do",
  output:
    "Score from 0 to 100, level (good, fair, poor, critical), trend, when it was found, what takes points and how many, advice.",
  arguments: { id: { of: "channels", description: "Channel whose health to show" } },
  examples: [
    {
      description: "The part that takes most points",
      command: "waypost channels health ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq '.parts[0]'",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/channels/{id}/health", { path }, columns),
});

function described({ name, value, lost, weight }: ChannelHealth["parts"][number]): string {
  return `${name} ${value}: ${lost} of ${weight}`;
}
