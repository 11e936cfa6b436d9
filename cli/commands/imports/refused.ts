import { transfer } from "../../lib/api/transfer.ts";
import type { Input } from "../../lib/command/command.ts";
import type { refusedShape } from "./definitions.ts";

/** Prints every refused line of an import. */
export async function run({ cli, arguments: { id }, options }: Input<typeof refusedShape>): Promise<void> {
  const response = await transfer(await cli.settings(), {
    route: "GET /v1/contacts/imports/{id}/refused",
    path: { id },
    query: { format: options.format ?? (cli.flags.json ? "ndjson" : "csv") },
    timeoutMs: cli.timeoutMs,
    spinner: cli.spinner,
  });
  await cli.output.bytes(response.body ?? new ReadableStream());
}
