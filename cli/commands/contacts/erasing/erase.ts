import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { agree, yesOption } from "../../../lib/input/agree.ts";
import { contactArgument } from "../arguments.ts";
import { contactId } from "../find.ts";
import { erasureColumns } from "./columns.ts";

export const eraseContact = command({
  path: "contacts erase",
  summary: "Erase a person",
  description:
    "Erase everything that names a person: the contact, what was said to and by them, files, events and more. That messages were sent, when, and what they cost stays, under a random id. It begins in a week, and can be cancelled until then; with --at-once it begins now and can't be undone.",
  output: "The erasure's record.",
  arguments: { contact: contactArgument },
  options: {
    reason: {
      value: "text",
      required: true,
      description: "Why, for the record; don't name the person in it",
    },
    "at-once": { description: "Begin now, without a week to take it back" },
    ...yesOption,
  },
  writes: true,
  examples: [
    {
      description: "In a week",
      command:
        'waypost contacts erase ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --reason "They asked for it by email" --yes',
    },
  ],
  async run({ cli, arguments: { contact }, options }) {
    const id = await contactId(cli, contact);
    const when = options["at-once"] ? "now? This can't be undone." : "in a week?";
    await agree(cli, options.yes, `Erase everything of ${contact} ${when}`);
    const body = { reason: options.reason, ...(options["at-once"] ? { at_once: true } : {}) };
    await change(cli, "POST /v1/contacts/{id}/erase", { path: { id }, body }, erasureColumns);
  },
});
