import type { Input } from "../../lib/command/command.ts";
import { ENVIRONMENT } from "../../lib/command/environment-help.ts";
import { EXIT_CODE_MEANINGS } from "../../lib/failures/exit-codes.ts";
import type { Output } from "../../lib/output/output.ts";
import type { helpShape } from "./definitions.ts";

/** Explains the exit codes, the environment, or a command as its `--help` does. */
export async function run({ cli, arguments: { topic, verb } }: Input<typeof helpShape>): Promise<void> {
  if (topic === "exit-codes") return await printTopic(cli.output, "code", EXIT_CODE_MEANINGS);
  if (topic === "environment") return await printTopic(cli.output, "variable", ENVIRONMENT);
  await cli.explain([topic, verb].filter((word) => word !== undefined));
}

async function printTopic(output: Output, title: string, meanings: Readonly<Record<string, string>>) {
  const rows = Object.entries(meanings).map(([name, meaning]) => ({ [title]: name, meaning }));
  if (output.format === "json") return await output.json({ data: rows });
  await output.rows(rows, [
    { title, value: (row) => row[title] },
    { title: "meaning", value: (row) => row.meaning },
  ]);
}
