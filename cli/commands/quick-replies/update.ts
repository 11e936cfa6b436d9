import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { quickReplyColumns } from "./columns.ts";
import { membersOf, quickReplyOptions } from "./options.ts";

export const updateQuickReply = command({
  path: "quick-replies update",
  summary: "Change a quick reply",
  output: "The quick reply.",
  arguments: { id: { of: "quickReplies", description: "The quick reply" } },
  options: {
    ...quickReplyOptions,
    title: { value: "title", description: "What it is about" },
    shortcut: { value: "word", description: "The word to find it by" },
    body: { value: "text", description: "The text" },
    "all-channels": { description: "Make it for all channels" },
    "remove-media": { description: "Take its file out" },
  },
  writes: true,
  examples: [
    {
      description: "Other words",
      command:
        "waypost quick-replies update qr_01JDB2M5S8V0ZC3K7Q2M4N6P93 --body 'We are open from 9 to 23.'",
    },
  ],
  async run({ cli, arguments: path, options }) {
    if (options["all-channels"] && options.channel.length > 0)
      throw usageFailure("--all-channels and --channel contradict each other", "Give one of them.");
    if (options["remove-media"] && options.media !== undefined)
      throw usageFailure("--remove-media and --media contradict each other", "Give one of them.");
    const all = options["all-channels"] ? { channel_ids: null } : {};
    const noFile = options["remove-media"] ? { media_id: null } : {};
    const body = {
      ...given({ shortcut: options.shortcut, body: options.body }),
      ...membersOf(options),
      ...all,
      ...noFile,
    };
    if (Object.keys(body).length === 0)
      throw usageFailure(
        "nothing to change",
        "Give --shortcut, --title, --body, --channel, --all-channels, --media or --remove-media.",
      );
    await change(cli, "PATCH /v1/quick_replies/{id}", { path, body }, quickReplyColumns);
  },
});
