import { transfer } from "../../lib/api/transfer.ts";
import { command } from "../../lib/command/command.ts";

export const printRefused = command({
  path: "imports refused",
  summary: "Print the refused lines of an import",
  output: "Every refused line with its reason, as CSV or NDJSON.",
  arguments: { id: { of: "imports", description: "Import whose refused lines to print" } },
  options: {
    format: { value: "format", choices: ["csv", "ndjson"], description: "Format to print (default: csv)" },
  },
  examples: [
    {
      description: "Keep them",
      command: "waypost imports refused imp_01JDB2M5S8V0ZC3K7Q2M4N6P93 > refused.csv",
    },
  ],
  async run({ cli, arguments: path, options }) {
    const response = await transfer(await cli.settings(), {
      route: "GET /v1/contacts/imports/{id}/refused",
      path,
      query: { format: options.format ?? (cli.output.format === "json" ? "ndjson" : "csv") },
      timeoutMs: cli.timeoutMs,
      spinner: cli.spinner,
    });
    await cli.output.bytes(response.body ?? new ReadableStream());
  },
});
