import { submit } from "../../../lib/actions/submit.ts";
import type { Assertion, Qr } from "../../../lib/api/types/channels.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { command } from "../../../lib/command/command.ts";
import { failure, usageFailure } from "../../../lib/failures/failure.ts";
import { readJsonObject } from "../../../lib/input/json-input.ts";
import { pairedChannel } from "../arguments.ts";
import { passkeyWords } from "./words.ts";

const options = {
  code: { value: "code", description: "Confirm this code, once you have compared it with the phone's" },
  assertion: {
    value: "file",
    description: "Send what a browser signed, as JSON from this file; `-` reads standard input",
  },
} as const;

export const channelPasskey = command({
  path: "channels passkey",
  summary: "Use the passkey that WhatsApp wants for a pairing",
  description:
    "Use the passkey that WhatsApp wants of some accounts before it links a device. Without options, says what to do next: a browser signs at web.whatsapp.com, and a person compares a code.",
  output: "What the pairing waits for: channel, state, address of the page, code to compare.",
  arguments: pairedChannel,
  options,
  writes: true,
  examples: [
    { description: "What to do now", command: "waypost channels passkey ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
    {
      description: "The phone shows the same code",
      command: "waypost channels passkey ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --code 3GQX-7KTB",
    },
  ],
  async run({ cli, arguments: { id }, options }) {
    if (options.code !== undefined && options.assertion !== undefined)
      throw usageFailure("--code and --assertion are two steps: the code comes after the signature");
    const found = await look(cli, id);
    if (options.code === undefined && options.assertion === undefined) return await show(cli, found);
    if (found.passkey == null && !cli.dryRun)
      throw failure(`${id} waits for no passkey: it is ${found.status}`, {
        hint: `Start its pairing: waypost channels pair ${id}`,
      });
    const token = found.passkey?.token ?? "";
    if (options.code !== undefined)
      await submit(cli, "POST /v1/channels/{id}/passkey/confirm", {
        path: { id },
        body: { token, code: options.code },
      });
    else
      await submit(cli, "POST /v1/channels/{id}/passkey", {
        path: { id },
        body: {
          token,
          assertion: (await readJsonObject("assertion", options.assertion ?? "-")) as Assertion,
        },
      });
    if (!cli.dryRun) await show(cli, await look(cli, id));
  },
});

async function look(cli: Cli, id: string): Promise<Qr> {
  return (await cli.client()).call("GET /v1/channels/{id}/qr", { path: { id }, query: {} });
}

async function show({ output }: Cli, found: Qr): Promise<void> {
  const words = passkeyWords(found) ?? [`${found.channel_id} waits for no passkey: it is ${found.status}.`];
  for (const line of words) output.note(line);
  await output.record(found, [
    { title: "channel", value: ({ channel_id }) => channel_id },
    { title: "state", value: ({ state, status }) => state ?? status },
    { title: "page", value: ({ passkey }) => passkey?.url ?? null },
    { title: "code", value: ({ confirm_code }) => confirm_code },
  ]);
}
