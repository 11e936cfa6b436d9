import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { retentionColumns } from "./columns.ts";

export const showRetention = command({
  path: "retention show",
  summary: "Show for how long things are kept",
  description:
    "Show for how many days the organisation keeps messages, files, events and its audit log (logs).",
  output: "Days by kind, and channels with days of their own.",
  examples: [{ description: "Show it", command: "waypost retention show" }],
  run: ({ cli }) => show(cli, "GET /v1/settings/retention", {}, retentionColumns),
});
