import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { change } from "../../lib/actions/change.ts";
import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<ResponseOf<"GET /v1/settings/inbox">>[] = [
  { title: "assign", value: ({ assign }) => assign },
  { title: "reopen", value: ({ reopen }) => reopen },
  { title: "close after days", value: ({ close_after_days }) => close_after_days },
  {
    title: "hours",
    value: ({ hours }) => hours?.days.map(({ day, from, to }) => `${day} ${from}-${to}`).join(", "),
  },
  { title: "zone", value: ({ hours }) => hours?.zone },
  { title: "away", value: ({ away }) => away?.text ?? away?.template?.name },
];

export const inboxRules = command({
  path: "conversations settings",
  summary: "Show or set the rules of the inbox",
  description:
    "Show or set the rules of the inbox: who gets new conversations, whether closed ones open again, when quiet ones close, and what is answered outside of the opening hours.",
  output: "The rules.",
  options: {
    file: { value: "json", description: "All rules: a file, JSON, or `-`; without it, show them" },
  },
  writes: true,
  examples: [
    { description: "Show them", command: "waypost conversations settings --json" },
    {
      description: "Assign in turn, and close what is quiet for two weeks",
      command: `waypost conversations settings --file '{"assign":"round_robin","close_after_days":14}'`,
    },
  ],
  async run({ cli, options: { file } }) {
    if (file === undefined) return await show(cli, "GET /v1/settings/inbox", {}, columns);
    const body = await readJsonObject("file", file);
    await change(cli, "PUT /v1/settings/inbox", { body }, columns);
  },
});
