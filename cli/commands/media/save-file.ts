import { rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import type { Cli } from "../../lib/command/cli.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { restoreOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { createMeter, openProgressBar } from "../../ui/progress.ts";

/**
 * Writes the body of a response to a file and shows how much of it has come.
 * Under its name only once it is whole: half a file is worse than none. Throws
 * a usage failure when the file can't be written.
 */
export async function saveFile(cli: Cli, response: Response, path: string, label: string): Promise<void> {
  const partial = `${path}.part`;
  const remove = () => rmSync(partial, { force: true });
  const release = restoreOnInterrupt(remove);
  try {
    await write(cli, response, partial, label);
    await rename(partial, path);
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error)) throw error;
    throw usageFailure(`${path} can't be written (${"code" in error ? error.code : error.message})`);
  } finally {
    release();
    remove();
  }
}

async function write(cli: Cli, response: Response, path: string, label: string): Promise<void> {
  const size = Number(response.headers.get("content-length") ?? 0);
  const meter = createMeter("bytes");
  const bar = await openProgressBar(cli);
  const file = Bun.file(path).writer();
  let written = 0;
  try {
    for await (const piece of response.body ?? []) {
      file.write(piece);
      await file.flush();
      written += piece.length;
      const share = size === 0 ? null : written / size;
      bar.show({ label, share, detail: meter(written, share) });
    }
  } finally {
    bar.close();
    await file.end();
  }
}
