import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { recordArgument } from "./arguments.ts";

export const deleteRecord = command({
  path: "crm delete",
  summary: "Delete a record",
  description: "Delete a record, with its comments, list entries and relationships.",
  output: "Nothing.",
  arguments: recordArgument,
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost crm delete rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/crm/records/{id}", {
      path,
      yes,
      question: `Delete ${path.id}, with its comments and relationships?`,
    }),
});
