import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { recordArgument } from "./arguments.ts";
import { recordDetails } from "./columns.ts";
import { recordChanges, recordFieldOptions } from "./fields.ts";

export const updateRecord = command({
  path: "crm update",
  summary: "Change a record",
  output: "The record.",
  arguments: recordArgument,
  options: {
    ...recordFieldOptions,
    completed: { description: "Mark a task as done" },
    reopen: { description: "Mark a task as not done" },
  },
  writes: true,
  examples: [
    { description: "Move a deal", command: "waypost crm update rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X --stage won" },
    {
      description: "A task is done",
      command: "waypost crm update rec_01JDB2M5S8V0ZC3K7Q2M4N6P8Y --completed",
    },
  ],
  async run({ cli, arguments: path, options }) {
    const { completed, reopen } = options;
    if (completed && reopen) throw usageFailure("--completed and --reopen can't be combined");
    const body = { ...recordChanges(options), ...(completed || reopen ? { completed } : {}) };
    if (Object.keys(body).length === 0)
      throw usageFailure("nothing to change", "See: waypost crm update --help");
    await change(cli, "PATCH /v1/crm/records/{id}", { path, body }, recordDetails);
  },
});
