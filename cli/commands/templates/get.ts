import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { templateDetails } from "./columns.ts";

export const getTemplate = command({
  path: "templates get",
  summary: "Show one template",
  output: "The template's record.",
  arguments: { id: { of: "templates", description: "Template to show" } },
  examples: [
    {
      description: "Its components",
      command: "waypost templates get tpl_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq .components",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/templates/{id}", { path }, templateDetails),
});
