import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { quickReplyColumns } from "./columns.ts";

export const getQuickReply = command({
  path: "quick-replies get",
  summary: "Show one quick reply",
  output: "The quick reply.",
  arguments: { id: { of: "quickReplies", description: "The quick reply" } },
  examples: [
    {
      description: "Its text",
      command: "waypost quick-replies get qr_01JDB2M5S8V0ZC3K7Q2M4N6P93 --json | jq -r .body",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/quick_replies/{id}", { path }, quickReplyColumns),
});
