import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { recordDetails } from "./columns.ts";
import { recordChanges, recordFieldOptions } from "./fields.ts";

export const createRecord = command({
  path: "crm create",
  summary: "Create a company, a deal or a task",
  output: "The new record.",
  arguments: { kind: { description: "company, deal or task", choices: ["company", "deal", "task"] } },
  options: {
    ...recordFieldOptions,
    name: { value: "name", required: true, description: "Its name" },
  },
  writes: true,
  examples: [
    {
      description: "A company",
      command: "waypost crm create company --name 'Blue Door Café' --set city=Porto",
    },
    {
      description: "A deal in the first stage of a pipeline",
      command:
        "waypost crm create deal --name Machines --pipeline pip_01JDB2M5S8V0ZC3K7Q2M4N6P92 --amount 14400 --currency EUR",
    },
  ],
  async run({ cli, arguments: { kind }, options }) {
    const body = { ...recordChanges(options), kind, name: options.name };
    await change(cli, "POST /v1/crm/records", { body }, recordDetails);
  },
});
