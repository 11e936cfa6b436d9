import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { teamDetails } from "./columns.ts";

export const getTeam = command({
  path: "teams get",
  summary: "Show one team",
  output: "The team, with the ids of its members.",
  arguments: { id: { of: "teams", description: "The team" } },
  examples: [
    {
      description: "Who is in it",
      command: "waypost teams get tm_01JDB2M5S8V0ZC3K7Q2M4N6P93 --json | jq .member_ids",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/teams/{id}", { path }, teamDetails),
});
