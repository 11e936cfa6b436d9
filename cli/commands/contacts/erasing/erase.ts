import { readUntil } from "../../../lib/actions/read-until.ts";
import { submit } from "../../../lib/actions/submit.ts";
import type { Erasure } from "../../../lib/api/types/contacts.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { command } from "../../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { agree, yesOption } from "../../../lib/input/agree.ts";
import { contactArgument } from "../arguments.ts";
import { contactId } from "../find.ts";
import { erasureColumns } from "./columns.ts";

const WAIT_MS = 600_000;
const PAUSE_MS = 250;

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
    wait: { description: "With --at-once: wait until all is erased, at most --timeout (default 10m)" },
    ...yesOption,
  },
  writes: true,
  exitCodes: [...API_EXIT_CODES, ExitCode.timeout],
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
    const erasure = await submit(cli, "POST /v1/contacts/{id}/erase", { path: { id }, body });
    if (erasure === undefined) return;
    const shown = options.wait && options["at-once"] ? await completed(cli, erasure) : erasure;
    await cli.output.record(shown, erasureColumns);
    if (shown.status === "waiting")
      cli.output.note(`Until then: waypost contacts cancel-erasure ${shown.id}`);
  },
});

async function completed(cli: Cli, { id }: Erasure): Promise<Erasure> {
  const client = await cli.client();
  const record = await cli.spinner("Erasing", () =>
    readUntil(
      () => client.call("GET /v1/contacts/erasures/{id}", { path: { id } }),
      ({ status }) => status === "completed",
      { timeoutMs: cli.timeoutMs ?? WAIT_MS, pauseMs: PAUSE_MS },
    ),
  );
  if (record.status === "completed") return record;
  throw new Failure(ExitCode.timeout, "it is still being erased", {
    code: "wait_timeout",
    hint: "It continues by itself; see: waypost contacts erasures",
  });
}
