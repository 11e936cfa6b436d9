import { submit } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";

type Sent = { to: string; message: unknown; problem: unknown };

const columns: Column<Sent>[] = [
  { title: "to", value: ({ to }) => to },
  { title: "message", value: ({ message }) => textOf(message) },
  { title: "problem", value: ({ problem }) => textOf(problem) },
];

export const testBroadcast = command({
  path: "broadcasts test",
  summary: "Send a broadcast to numbers of your own",
  description:
    "Send the message of a broadcast to up to five numbers of your own, as an ordinary message that counts nowhere. Fields are those of the contacts with these numbers; what is not known stands there by its name.",
  output: "One line for each number: its message, or why there is none.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to test" } },
  options: { to: { value: "number", repeat: true, description: "Number to send to; up to five" } },
  writes: true,
  examples: [
    {
      description: "On your own phone",
      command: "waypost broadcasts test bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --to 14155550123",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, arguments: path, options: { to } }) {
    if (to.length === 0) throw usageFailure("say which numbers to send to, with --to");
    const sent = await submit(cli, "POST /v1/broadcasts/{id}/test", { path, body: { to } });
    if (sent === undefined) return;
    const rows = sent.data.map((item, index) => ({
      to: to[index] ?? "",
      message: "message" in item ? item.message.id : null,
      problem: "problem" in item ? item.problem.detail : null,
    }));
    await cli.output.rows(rows, columns);
    if (rows.some(({ problem }) => problem !== null))
      throw new Failure(ExitCode.failed, "not every number could be written to", { code: "not_sent" });
  },
});

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
