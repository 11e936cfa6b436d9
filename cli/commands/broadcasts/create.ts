import type { NewBroadcast } from "../../lib/api/types/broadcasts.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { findChannel } from "../send/channel.ts";
import { broadcastDetails, previewColumns } from "./columns.ts";
import { draftFrom } from "./draft.ts";
import { type DraftOptions, draftOptions } from "./options.ts";

export const createBroadcast = command({
  path: "broadcasts create",
  summary: "Create a broadcast: one template for many people",
  description:
    "Create a draft: a template, whom it is for, and how it is sent. Nothing is sent. With --dry-run, nothing is created: you see how many people would get it and why others not, the first messages, how long it would take, and what it would cost where the daemon has a rate card.",
  output: "The draft; with --dry-run, what it would come to.",
  options: {
    ...draftOptions,
    "dry-run": { description: "Create nothing, and show what it would come to" },
  },
  examples: [
    {
      description: "What it would come to, for a list, on weekdays and in each recipient's daytime",
      command:
        "waypost broadcasts create --template spring_menu --param '{first_name|there}' --list lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 --window 9-18 --days mon-fri --rate 20 --dry-run",
    },
    {
      description: "For everybody with a tag, to be stopped when many fail",
      command:
        "waypost broadcasts create --template spring_menu --tag wholesale --stop-failed 20 --stop-quality RED",
    },
  ],
  async run({ cli, options }) {
    const body = await newBroadcast(cli, options);
    const client = await cli.client();
    if (options["dry-run"])
      return await cli.output.record(
        await client.call("POST /v1/broadcasts/preview", { body }),
        previewColumns,
      );
    await cli.output.record(await client.call("POST /v1/broadcasts", { body }), broadcastDetails);
  },
});

async function newBroadcast(cli: Cli, options: DraftOptions): Promise<NewBroadcast> {
  const { template, audience, name, channel_ids, ...more } = draftFrom(options);
  if (template === undefined) throw usageFailure("say what to send with --template");
  if (audience === undefined)
    throw usageFailure(
      "say whom to send it to",
      "With --list, --tag, --contact, --import, --search or --everyone.",
    );
  return {
    name: name ?? template.name,
    channel_ids: channel_ids ?? [await findChannel(cli)],
    template,
    audience,
    ...more,
  };
}
