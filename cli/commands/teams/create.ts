import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { teamDetails } from "./columns.ts";

export const createTeam = command({
  path: "teams create",
  summary: "Make a team",
  description: "Make a team, to which conversations can be assigned: its members share them.",
  output: "The new team.",
  arguments: { name: { description: "What it is called" } },
  options: {
    member: {
      value: "id",
      of: "colleagues",
      repeat: true,
      description: "A user who is in it; may be repeated",
    },
  },
  writes: true,
  examples: [
    {
      description: "Of one for now",
      command: "waypost teams create Returns --member 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
    },
  ],
  run: ({ cli, arguments: { name }, options: { member } }) =>
    change(cli, "POST /v1/teams", { body: { name, member_ids: [...member] } }, teamDetails),
});
