import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { importColumns } from "./columns.ts";

export const getImport = command({
  path: "imports get",
  summary: "Show one import",
  output: "The import's record; with --json, its first refused lines too.",
  arguments: { id: { of: "imports", description: "Import to show" } },
  examples: [
    {
      description: "Why lines were refused",
      command: "waypost imports get imp_01JDB2M5S8V0ZC3K7Q2M4N6P93 --json | jq .refused_lines",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/contacts/imports/{id}", { path }, importColumns),
});
