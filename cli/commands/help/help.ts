import { command } from "../../lib/command/command.ts";
import { ENVIRONMENT } from "../../lib/command/environment-help.ts";
import { EXIT_CODE_MEANINGS } from "../../lib/failures/exit-codes.ts";
import type { Output } from "../../lib/output/output.ts";

export const help = command({
  path: "help",
  summary: "Explain a command, exit-codes or environment",
  output: "The help; for the two topics, one line for each code or variable.",
  arguments: {
    topic: { description: "exit-codes, environment, a noun, or a command", optional: true },
    verb: { description: "The command's verb", optional: true },
  },
  examples: [
    { description: "Exit codes for scripts", command: "waypost help exit-codes" },
    { description: "Environment variables", command: "waypost help environment" },
    { description: "One command", command: "waypost help messages list" },
  ],
  exitCodes: [],
  async run({ cli, arguments: { topic, verb } }) {
    if (topic === "exit-codes") return await printTopic(cli.output, "code", EXIT_CODE_MEANINGS);
    if (topic === "environment") return await printTopic(cli.output, "variable", ENVIRONMENT);
    await cli.explain([topic, verb].filter((word) => word !== undefined));
  },
});

async function printTopic(output: Output, title: string, meanings: Readonly<Record<string, string>>) {
  const rows = Object.entries(meanings).map(([name, meaning]) => ({ [title]: name, meaning }));
  if (output.format === "json") return await output.json({ data: rows });
  await output.rows(rows, [
    { title, value: (row) => row[title] },
    { title: "meaning", value: (row) => row.meaning },
  ]);
}
