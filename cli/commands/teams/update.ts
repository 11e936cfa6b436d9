import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { teamDetails } from "./columns.ts";

export const updateTeam = command({
  path: "teams update",
  summary: "Change a team",
  output: "The team.",
  arguments: { id: { of: "teams", description: "The team" } },
  options: {
    name: { value: "name", description: "What it is called" },
    member: {
      value: "id",
      of: "colleagues",
      repeat: true,
      description: "A user who is in it, in place of those who are now; may be repeated",
    },
  },
  writes: true,
  examples: [
    {
      description: "Another name",
      command: "waypost teams update tm_01JDB2M5S8V0ZC3K7Q2M4N6P93 --name 'Returns and repairs'",
    },
  ],
  async run({ cli, arguments: path, options: { name, member } }) {
    const body = given({ name, member_ids: member.length === 0 ? undefined : [...member] });
    if (Object.keys(body).length === 0) throw usageFailure("nothing to change", "Give --name or --member.");
    await change(cli, "PATCH /v1/teams/{id}", { path, body }, teamDetails);
  },
});
