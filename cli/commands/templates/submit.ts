import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { templateDetails } from "./columns.ts";

export const submitTemplate = command({
  path: "templates submit",
  summary: "Submit a template for approval",
  output: "The template's record; Meta decides later.",
  arguments: { id: { of: "templates", description: "Template to submit" } },
  writes: true,
  examples: [
    { description: "Submit one", command: "waypost templates submit tpl_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  run: ({ cli, arguments: path }) => change(cli, "POST /v1/templates/{id}/submit", { path }, templateDetails),
});
