import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { recordArgument } from "./arguments.ts";

export const unlinkRecords = command({
  path: "crm unlink",
  summary: "End a relationship",
  output: "Nothing.",
  arguments: { ...recordArgument, relationship: { description: "Relationship to end" } },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "End one",
      command: "waypost crm unlink rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X rel_01JDB2M5S8V0ZC3K7Q2M4N6P91 --yes",
    },
  ],
  async run({ cli, arguments: { id, relationship }, options: { yes } }) {
    const path = { id, relationship_id: relationship };
    const question = `End ${relationship}?`;
    await remove(cli, "DELETE /v1/crm/records/{id}/relationships/{relationship_id}", { path, yes, question });
  },
});
