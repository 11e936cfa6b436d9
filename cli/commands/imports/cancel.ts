import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { importColumns } from "./columns.ts";

export const cancelImport = command({
  path: "imports cancel",
  summary: "Stop an import",
  description: "Stop an import where it is. Imported contacts stay.",
  output: "The import's record.",
  arguments: { id: { of: "imports", description: "Import to stop" } },
  writes: true,
  examples: [{ description: "Stop one", command: "waypost imports cancel imp_01JDB2M5S8V0ZC3K7Q2M4N6P93" }],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/contacts/imports/{id}/cancel", { path }, importColumns),
});
