import { change } from "../../lib/actions/change.ts";
import { listUnpaged } from "../../lib/actions/list.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { ago, fromNow } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { canPick, pickOf } from "../../ui/pick.ts";
import { consentChannels, contactArgument } from "./arguments.ts";
import { consentColumns } from "./columns.ts";
import { contactId } from "./find.ts";

export const consentOfContact = command({
  path: "contacts consent",
  summary: "Set a contact's consent, or list it",
  description: "Set a contact's consent. Messages are refused while whatsapp is denied.",
  output: "The consent, or one line for each channel.",
  arguments: { contact: contactArgument },
  options: {
    channel: { value: "channel", choices: consentChannels, description: "Channel of the consent" },
    state: {
      value: "state",
      choices: ["granted", "denied", "unknown"],
      description: "What the contact said; without it, list the consents",
    },
    source: { value: "text", description: "How they were asked" },
    proof: { value: "text", description: "Where the proof is" },
    stated: { value: "time", description: "When the contact said so: 3d (ago) or a date" },
    expires: { value: "time", description: "When it expires: 365d or a date" },
  },
  writes: true,
  examples: [
    {
      description: "Granted for a year",
      command:
        "waypost contacts consent ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --channel whatsapp --state granted --source form --expires 365d",
    },
    { description: "List consents", command: "waypost contacts consent ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  async run({ cli, arguments: { contact }, options }) {
    const { channel, state, source, proof, stated, expires } = options;
    const id = await contactId(cli, contact);
    if (state === undefined)
      return await listUnpaged(cli, "GET /v1/contacts/{id}/consents", { path: { id } }, consentColumns);
    const request = {
      path: { id, channel: channel ?? (await pickChannel(cli)) },
      body: { state, ...given({ source, proof, stated_at: ago(stated), expires_at: fromNow(expires) }) },
    };
    await change(cli, "PUT /v1/contacts/{id}/consent/{channel}", request, consentColumns);
  },
});

async function pickChannel(cli: Cli): Promise<string> {
  if (!canPick(cli)) throw usageFailure("--state needs --channel");
  return await pickOf(
    cli,
    "--channel",
    consentChannels.map((id) => ({ id, label: "" })),
  );
}
