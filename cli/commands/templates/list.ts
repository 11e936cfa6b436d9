import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { templateColumns } from "./columns.ts";

export const listTemplates = command({
  path: "templates list",
  summary: "List templates",
  output: "One line for each template: id, name, language, category, status, quality, change.",
  options: {
    ...pagingOptions,
    channel: { value: "id", of: "channels", description: "Only those of this channel" },
    status: { value: "status", description: "draft, pending, approved, rejected, paused, disabled, ..." },
    name: { value: "name", description: "Only those of this name" },
    lang: { value: "code", description: "Only those in this language" },
    category: {
      value: "category",
      choices: ["MARKETING", "UTILITY", "AUTHENTICATION"],
      description: "Only those of this category",
    },
  },
  examples: [
    { description: "Those that can be sent", command: "waypost templates list --status approved --all" },
    {
      description: "Why some were rejected",
      command:
        "waypost templates list --status rejected --json | jq -r '.data[] | [.name, .rejected_reason]'",
    },
  ],
  run: ({ cli, options }) => {
    const { channel, status, name, lang, category } = options;
    const query = given({ channel_id: channel, status, name, language: lang, category });
    return list(cli, "GET /v1/templates", { query }, templateColumns, options);
  },
});
