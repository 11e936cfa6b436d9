import type { NewBroadcast } from "../../lib/api/types/broadcasts.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { findChannel } from "../send/channel.ts";
import { broadcastDetails } from "./columns.ts";
import { draftFrom } from "./draft/draft.ts";
import { audienceOfFile, fileOptions, importFile } from "./draft/import-file.ts";
import { type DraftOptions, draftOptions } from "./draft/options.ts";
import { showPreview } from "./show-preview.ts";

export const createBroadcast = command({
  path: "broadcasts create",
  summary: "Create a broadcast: one template for many people",
  description:
    "Create a draft: a template, its audience, and how it is sent. Nothing is sent. With --dry-run, nothing is created: you see how many people would get it and why others not, the first messages, how long it would take, and what it would cost where the daemon has a rate card. With --file, the file is imported first, as `contacts import` does; with --dry-run, it is uploaded and looked at, and nothing of it is imported.",
  output: "The draft; with --dry-run, its preview.",
  options: {
    ...draftOptions,
    ...fileOptions,
    "dry-run": { description: "Create nothing, and count who would get it" },
  },
  examples: [
    {
      description: "Who would get it, for a list, on weekdays and in each recipient's daytime",
      command:
        "waypost broadcasts create --template spring_menu --param '{first_name|there}' --list lst_01JDB2M5S8V0ZC3K7Q2M4N6P90 --window 9-18 --days mon-fri --rate 20 --dry-run",
    },
    {
      description: "To the people in a spreadsheet, with its columns in the message",
      command:
        "waypost broadcasts create --template order_update --param '{first_name|there}' --param '{custom.Order}' --file orders.xlsx --country DE",
    },
    {
      description: "For everybody with a tag, to be stopped when many fail",
      command:
        "waypost broadcasts create --template spring_menu --tag wholesale --stop-failed 20 --stop-quality RED",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, options }) {
    const body = await newBroadcast(cli, options);
    const client = await cli.client();
    const isDry = options["dry-run"];
    if (options.file !== undefined) {
      // other mistakes are reported before anybody is imported
      await client.call("POST /v1/broadcasts/preview", { body, query: {} });
      body.audience = isDry
        ? await audienceOfFile(cli, options.file, options)
        : { import_id: (await importFile(cli, options.file, options)).id };
    }
    if (isDry) {
      const ask = (query: object) => client.call("POST /v1/broadcasts/preview", { body, query });
      return await showPreview(cli, ask);
    }
    await cli.output.record(await client.call("POST /v1/broadcasts", { body }), broadcastDetails);
  },
});

/** Hardly anybody, until the file is imported. */
const NOBODY: NewBroadcast["audience"] = { tags: { all: ["nobody", "everybody"] } };

async function newBroadcast(
  cli: Cli,
  options: DraftOptions & { file: string | undefined },
): Promise<NewBroadcast> {
  const { template, audience: named, name, channel_ids, ...more } = draftFrom(options);
  if (template === undefined) throw usageFailure("say what to send with --template");
  if (named !== undefined && options.file !== undefined)
    throw usageFailure("give one audience", "--file, or one of the others.");
  const audience = options.file === undefined ? named : NOBODY;
  if (audience === undefined)
    throw usageFailure(
      "say who should get it",
      "With --list, --tag, --contact, --file, --import, --search or --everyone.",
    );
  return {
    name: name ?? template.name,
    channel_ids: channel_ids ?? [await findChannel(cli, "whatsapp_official")],
    template,
    audience,
    ...more,
  };
}
