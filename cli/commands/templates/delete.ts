import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteTemplate = command({
  path: "templates delete",
  summary: "Delete a template",
  description: "Delete this language of a template, here and at Meta.",
  output: "Nothing.",
  arguments: { id: { of: "templates", description: "Template to delete" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost templates delete tpl_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/templates/{id}", {
      path,
      yes,
      question: `Delete ${path.id}, here and at Meta?`,
      done: `Deleted ${path.id}.`,
    }),
});
