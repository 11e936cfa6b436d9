import { change } from "../../lib/actions/change.ts";
import { listUnpaged } from "../../lib/actions/list.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { fromNow } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { consentChannels, contactArgument } from "./arguments.ts";
import { suppressionColumns } from "./columns.ts";
import { contactId } from "./find.ts";

export const suppressContact = command({
  path: "contacts suppress",
  summary: "Suppress a contact, lift that, or list suppressions",
  output: "The suppression, or one line for each channel; nothing with --lift.",
  arguments: { contact: contactArgument },
  options: {
    channel: {
      value: "channel",
      choices: consentChannels,
      description: "Channel to suppress (default: whatsapp)",
    },
    reason: { value: "text", description: "Why; without it, list the suppressions" },
    proof: { value: "text", description: "Where it can be checked" },
    until: { value: "time", description: "When it ends: 30d or a date" },
    lift: { description: "Lift the suppression" },
  },
  writes: true,
  examples: [
    {
      description: "Until further notice",
      command: "waypost contacts suppress ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --reason complained",
    },
    {
      description: "Lift it",
      command: "waypost contacts suppress ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --lift",
    },
  ],
  async run({ cli, arguments: { contact }, options }) {
    const { channel = "whatsapp", reason, proof, until, lift } = options;
    const id = await contactId(cli, contact);
    if (lift) return await liftSuppression(cli, { id, channel });
    const path = { id };
    if (reason === undefined)
      return await listUnpaged(cli, "GET /v1/contacts/{id}/suppressions", { path }, suppressionColumns);
    const body = { channel, reason, ...given({ proof, until: fromNow(until) }) };
    await change(cli, "POST /v1/contacts/{id}/suppressions", { path, body }, suppressionColumns);
  },
});

async function liftSuppression(cli: Cli, path: { id: string; channel: string }): Promise<void> {
  const lifted = await submit(cli, "DELETE /v1/contacts/{id}/suppressions/{channel}", { path });
  if (lifted !== undefined) cli.output.note(`Lifted the suppression of ${path.id} on ${path.channel}.`);
}
