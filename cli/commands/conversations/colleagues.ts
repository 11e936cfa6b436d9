import { listUnpaged } from "../../lib/actions/list.ts";
import { command } from "../../lib/command/command.ts";

export const listColleagues = command({
  path: "conversations colleagues",
  summary: "List who works in conversations",
  description: "List the users that a conversation can be assigned to and a note can mention.",
  output: "One line for each user, by name: id, name.",
  arguments: {},
  options: {},
  examples: [{ description: "All of them", command: "waypost conversations colleagues" }],
  run: ({ cli }) =>
    listUnpaged(cli, "GET /v1/conversations/colleagues", {}, [
      { title: "id", value: ({ id }) => id },
      { title: "name", value: ({ name }) => name },
    ]),
});
