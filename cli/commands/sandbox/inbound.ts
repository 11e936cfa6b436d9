import { command } from "../../lib/command/command.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { postToSandbox, sandboxUrlOption } from "./sandbox.ts";

const SOMEBODY = "16505551234";

type Taken = { id: string; phone_number_id: string };

const options = {
  from: { value: "number", description: "Number or user id of the customer (default: 16505551234)" },
  text: { value: "text", description: "A text message" },
  kind: {
    value: "kind",
    description: "Something else: image, location, button_reply, order, echo, quality, ...",
  },
  content: { value: "json", description: "Content of --kind, as JSON; missing parts are made up" },
  name: { value: "name", description: "Name of the customer" },
  username: { value: "name", description: "User name of a customer who has one" },
  "phone-number-id": { value: "id", description: "Which of the sandbox's numbers (default: the first)" },
  ...sandboxUrlOption,
} as const;

type Options = OptionValues<typeof options>;

export const sandboxInbound = command({
  path: "sandbox inbound",
  summary: "Simulate a message from a customer, or news from Meta",
  description:
    "Simulate a message from a customer, or news from Meta, as a signed webhook. Needs no API key. An unknown kind shows the list of kinds.",
  output: "The provider message id and the number it was sent to.",
  options,
  writes: true,
  examples: [
    { description: "A text", command: "waypost sandbox inbound --from 16505551234 --text 'Is it ready?'" },
    {
      description: "A tap on a button",
      command: `waypost sandbox inbound --kind button_reply --content '{"id":"yes","title":"Yes"}'`,
    },
    {
      description: "From somebody who hides their number",
      command: "waypost sandbox inbound --from US.16505551234 --username ada.byron --text 'Guess who'",
    },
    {
      description: "A picture",
      command: `waypost sandbox inbound --kind image --content '{"caption":"Menu"}'`,
    },
    {
      description: "Meta restricts the account",
      command: `waypost sandbox inbound --kind account --content '{"event":"ACCOUNT_RESTRICTION"}'`,
    },
  ],
  async run({ cli, options }) {
    const taken = await postToSandbox<Taken>(cli, options["sandbox-url"], "inbound", inboundBody(options));
    if (taken === undefined) return;
    await cli.output.record(taken, [
      { title: "id", value: (row) => row.id },
      { title: "phone number id", value: (row) => row.phone_number_id },
    ]);
  },
});

function inboundBody(options: Options): object {
  const { from, text, kind, content, name, "phone-number-id": phoneNumberId } = options;
  if ((text === undefined) === (kind === undefined)) throw usageFailure("give one of --text and --kind");
  if (content !== undefined && kind === undefined) throw usageFailure("--content needs --kind");
  return {
    from: from === undefined ? SOMEBODY : senderOf(from),
    ...(text === undefined ? { kind } : { text }),
    ...given({
      content: content === undefined ? undefined : parseContent(content),
      name,
      username: options.username,
      phone_number_id: phoneNumberId,
    }),
  };
}

/** A number, or the user id of somebody who hides theirs. */
function senderOf(from: string): string {
  return /^[A-Z]{2}\./.test(from) ? from : normalizeRecipient(from);
}

function parseContent(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    throw usageFailure("--content is not JSON");
  }
  throw usageFailure("--content must be a JSON object");
}
