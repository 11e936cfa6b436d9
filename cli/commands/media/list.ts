import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { mediaColumns } from "./columns.ts";

export const listMedia = command({
  path: "media list",
  summary: "List files",
  output: "One line for each file, newest first: id, direction, kind, type, bytes, name, state, creation.",
  options: {
    direction: {
      value: "direction",
      choices: ["outbound", "inbound"],
      description: "Only files that were uploaded (outbound), or that came with messages (inbound)",
    },
    sha256: { value: "hash", description: "Only files with these bytes" },
    ...pagingOptions,
  },
  examples: [
    { description: "Uploaded files", command: "waypost media list --direction outbound" },
    {
      description: "Whether a file is there already",
      command: "waypost media list --sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  ],
  run: ({ cli, options }) => {
    const { direction, sha256 } = options;
    return list(cli, "GET /v1/media", { query: given({ direction, sha256 }) }, mediaColumns, options);
  },
});
