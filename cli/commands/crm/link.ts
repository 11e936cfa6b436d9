import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { recordArgument } from "./arguments.ts";
import { relationshipColumns } from "./columns.ts";

export const linkRecords = command({
  path: "crm link",
  summary: "Link a record to another",
  output: "The relationship.",
  arguments: {
    ...recordArgument,
    type: { description: "Relation to the other, such as works_at" },
    other: { of: "crm", description: "The other record" },
  },
  writes: true,
  examples: [
    {
      description: "A person and a company",
      command: "waypost crm link ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T works_at rec_01JDB2M5S8V0ZC3K7Q2M4N6P8W",
    },
  ],
  async run({ cli, arguments: { id, type, other } }) {
    const request = { path: { id }, body: { type, related_record_id: other } };
    await change(cli, "POST /v1/crm/records/{id}/relationships", request, relationshipColumns);
  },
});
