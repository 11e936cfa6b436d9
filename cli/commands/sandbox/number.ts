import type { NewChannel } from "../../lib/api/types/channels.ts";
import { command } from "../../lib/command/command.ts";
import { channelDetails } from "../channels/columns.ts";
import { postToSandbox, sandboxUrlOption } from "./sandbox.ts";

type Made = { id: string; waba_id: string; access_token: string };

export const sandboxNumber = command({
  path: "sandbox number",
  summary: "Add an official number to the sandbox, with its channel",
  description:
    "Add an official number to the sandbox's business account, and a channel that sends from it. As with Meta, its first message to somebody who has not written within 24 hours has to be a template.",
  output: "The channel.",
  arguments: { number: { description: "The number, such as '+1 555 099 0102'" } },
  options: {
    name: { value: "text", description: "Name of the number and its channel (default: the number)" },
    ...sandboxUrlOption,
  },
  writes: true,
  examples: [
    { description: "A second number", command: "waypost sandbox number '+1 555 099 0102' --name Support" },
  ],
  async run({ cli, arguments: { number }, options }) {
    const name = options.name ?? number;
    const added = { display_phone_number: number, verified_name: name };
    const made = await postToSandbox<Made>(cli, options["sandbox-url"], "phone_numbers", added);
    // nothing comes back of a dry run
    if (made === undefined) return;
    const body: NewChannel = {
      ...{ platform: "whatsapp_official", name, phone_number_id: made.id, waba_id: made.waba_id },
      access_token: made.access_token,
    };
    const client = await cli.client();
    await cli.output.record(await client.call("POST /v1/channels", { body }), channelDetails);
  },
});
