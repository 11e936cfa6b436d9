import { transfer } from "../../lib/api/transfer.ts";
import type { Input } from "../../lib/command/command.ts";
import type { downloadShape } from "./definitions.ts";
import { saveFile } from "./save-file.ts";

/** Writes a file that a message came with to a path, or to standard output. */
export async function run({ cli, arguments: { id, file } }: Input<typeof downloadShape>): Promise<void> {
  const { timeoutMs, spinner, output } = cli;
  const request = { route: "GET /v1/media/{id}", path: { id }, timeoutMs, spinner } as const;
  const response = await transfer(await cli.settings(), request);
  if (file === undefined) return await output.bytes(response.body ?? new ReadableStream());
  await saveFile(cli, response, file, "Loading");
  output.note(`Wrote ${file}.`);
}
