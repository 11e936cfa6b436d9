import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { recordArgument } from "./arguments.ts";
import { recordDetails } from "./columns.ts";

export const getRecord = command({
  path: "crm get",
  summary: "Show one record",
  output: "The record.",
  arguments: recordArgument,
  examples: [
    {
      description: "Its custom fields",
      command: "waypost crm get rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X --json | jq .custom_fields",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/crm/records/{id}", { path }, recordDetails),
});
