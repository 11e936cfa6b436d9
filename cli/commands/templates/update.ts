import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { templateDetails } from "./columns.ts";

export const updateTemplate = command({
  path: "templates update",
  summary: "Change a template",
  description:
    "Change a template. Changes to a submitted template are a draft; the approved version stays in use until they are submitted and approved.",
  output: "The template's record.",
  arguments: { id: { of: "templates", description: "Template to change" } },
  options: {
    file: {
      value: "json",
      required: true,
      description: "The changes (category, components): a file, JSON, or `-`",
    },
  },
  writes: true,
  examples: [
    {
      description: "Another text",
      command: "waypost templates update tpl_01J8Z3W6YB2Q4V5N7M8P9R0S1T --file order_ready.json",
    },
  ],
  async run({ cli, arguments: path, options }) {
    const body = await readJsonObject("file", options.file);
    await change(cli, "PATCH /v1/templates/{id}", { path, body }, templateDetails);
  },
});
