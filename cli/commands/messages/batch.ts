import { printRows } from "../../lib/actions/list.ts";
import { submitOnce } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { readText } from "../../lib/input/read-file.ts";
import { batchColumns } from "./columns.ts";

export const sendBatch = command({
  path: "messages batch",
  summary: "Send up to 1,000 messages at once",
  description:
    "Send up to 1,000 messages at once. Each is accepted or refused on its own; if any is refused, the exit code is 5.",
  output: "One line for each message, in order: status code, id or error code, number or what is wrong.",
  arguments: {
    file: { description: "Messages as JSON lines, as `POST /v1/messages` takes them; `-` is standard input" },
  },
  options: {
    "idempotency-key": { value: "key", description: "Repeating with the same key never sends twice" },
  },
  writes: true,
  examples: [
    {
      description: "From a file that another program made",
      command: "waypost messages batch reminders.ndjson --idempotency-key reminders-2026-11-21",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run(input) {
    const { cli, options } = input;
    const messages = parseLines(await readText(input.arguments.file));
    const key = options["idempotency-key"];
    const response = await submitOnce(cli, "POST /v1/messages/batch", { body: { messages } }, key);
    if (response === undefined) return;
    await printRows(cli, response, batchColumns);
    const refused = response.data.filter((one) => !("message" in one)).length;
    if (refused === 0) return;
    throw new Failure(ExitCode.failed, `${refused} of ${messages.length} messages were refused`, {
      code: "messages_refused",
    });
  },
});

function parseLines(text: string): unknown[] {
  const lines = text.split("\n").map((line, index) => ({ line, number: index + 1 }));
  const messages = lines.filter(({ line }) => line.trim() !== "").map(parseLine);
  if (messages.length === 0)
    throw usageFailure("there is no message in it", "Give one JSON object per line.");
  return messages;
}

function parseLine({ line, number }: { line: string; number: number }): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw usageFailure(`line ${number} is not JSON`, "Give one JSON object per line.");
  }
}
