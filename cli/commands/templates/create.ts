import { submit } from "../../lib/actions/submit.ts";
import type { NewTemplate } from "../../lib/api/types/templates.ts";
import { command } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { findChannel } from "../send/channel.ts";
import { templateDetails } from "./columns.ts";
import { withExamples } from "./examples.ts";

type Definition = Omit<NewTemplate, "channel_id"> & Partial<NewTemplate>;

export const createTemplate = command({
  path: "templates create",
  summary: "Create a template",
  description:
    "Create a template as a draft. A template that Meta would refuse is refused here, with the path of each mistake; with --submit it goes to Meta at once.",
  output: "The new template's record.",
  options: {
    file: {
      value: "json",
      required: true,
      description: "The definition (name, language, category, components): a file, JSON, or `-`",
    },
    example: {
      value: "file",
      repeat: true,
      description:
        "Example of a header's picture, video or document, which is uploaded: a path; in the order of the headers",
    },
    channel: {
      value: "id",
      of: "channels",
      description: "Channel of the account it is for (default: the only official one)",
    },
    submit: { description: "Submit it for approval at once" },
  },
  writes: true,
  examples: [
    {
      description: "From a file, submitted at once",
      command: "waypost templates create --file order_ready.json --submit",
    },
    {
      description: "With the picture of its header",
      command: "waypost templates create --file menu.json --example menu.jpg",
    },
    {
      description: "From standard input",
      command:
        'echo \'{"name":"thanks","language":"en_US","category":"UTILITY","components":[{"type":"BODY","text":"Thank you."}]}\' | waypost templates create --file -',
    },
  ],
  async run({ cli, options }) {
    // The daemon judges what the file says.
    const given = (await readJsonObject("file", options.file)) as Definition;
    const channel_id = options.channel ?? given.channel_id ?? (await findChannel(cli, "whatsapp_official"));
    const definition = await withExamples(cli, given, options.example);
    const created = await submit(cli, "POST /v1/templates", { body: { ...definition, channel_id } });
    if (created === undefined) return;
    const path = { id: created.id };
    const template = options.submit ? await submit(cli, "POST /v1/templates/{id}/submit", { path }) : created;
    await cli.output.record(template ?? created, templateDetails);
  },
});
