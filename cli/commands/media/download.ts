import { rename, rm } from "node:fs/promises";
import type { Input } from "../../lib/command.ts";
import { usageFailure } from "../../lib/failure.ts";
import { transfer } from "../../lib/transfer.ts";
import type { downloadShape } from "./definitions.ts";

/** Writes a file that a message came with to a path, or to standard output. */
export async function run({ cli, arguments: { id, file } }: Input<typeof downloadShape>): Promise<void> {
  const response = await transfer(await cli.settings(), { route: "GET /v1/media/{id}", path: { id } });
  if (file === undefined) return await cli.output.bytes(response.body ?? new ReadableStream());
  await writeWhole(file, response).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${file} can't be written (${error.code ?? error.message})`);
  });
  cli.output.note(`Wrote ${file}.`);
}

/** Under its name only once it is whole: half a file is worse than none. */
async function writeWhole(file: string, response: Response): Promise<void> {
  const partial = `${file}.part`;
  try {
    await Bun.write(partial, response);
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}
