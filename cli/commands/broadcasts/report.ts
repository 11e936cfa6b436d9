import { transfer } from "../../lib/api/transfer.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { rawOption } from "../contacts/raw-option.ts";
import { reportColumns } from "./columns.ts";
import { peopleFilters } from "./people.ts";

export const reportBroadcast = command({
  path: "broadcasts report",
  summary: "Show the results of a broadcast",
  description:
    "Show how many people are in each state, and why people were skipped and messages failed. With --csv, print every person instead: state, reason, message, reply and opt-out.",
  output: "The broadcast with its counts and reasons; with --csv, its people as CSV.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to report on" } },
  options: { csv: { description: "Print its people as CSV" }, raw: rawOption, ...peopleFilters },
  examples: [
    { description: "Its results", command: "waypost broadcasts report bc_01JDB2M5S8V0ZC3K7Q2M4N6P93" },
    {
      description: "Keep those who did not get it",
      command: "waypost broadcasts report bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --csv --status failed > failed.csv",
    },
  ],
  async run({ cli, arguments: path, options }) {
    if (options.csv) return await printPeople(cli, path.id, options);
    const client = await cli.client();
    await cli.output.record(await client.call("GET /v1/broadcasts/{id}/report", { path }), reportColumns);
  },
});

async function printPeople(
  cli: Cli,
  id: string,
  { status, reason, raw }: { status: string | undefined; reason: string | undefined; raw: boolean },
): Promise<void> {
  const response = await transfer(await cli.settings(), {
    route: "GET /v1/broadcasts/{id}/people.csv",
    path: { id },
    query: given({ status, reason, raw: raw || undefined }),
    timeoutMs: cli.timeoutMs,
    spinner: cli.spinner,
  });
  await cli.output.bytes(response.body ?? new Blob().stream());
}
