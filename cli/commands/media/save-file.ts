import type { Cli } from "../../lib/command/cli.ts";
import { openTarget, type TargetFile } from "../../lib/output/target-file.ts";
import { restoreOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { createMeter, openProgressBar } from "../../ui/progress.ts";

/**
 * Writes the body of a response to a file, shows how much of it has come, and says when all of it has; without a file,
 * or with `-`, to standard output. Throws a failure, and leaves nothing, when it can't be written whole.
 */
export async function saveFile(
  cli: Cli,
  response: Response,
  path: string | undefined,
  label: string,
): Promise<void> {
  if (path === undefined || path === "-") return await cli.output.bytes(response.body ?? new Blob().stream());
  const target = await openTarget(path);
  const release = restoreOnInterrupt(target.drop);
  try {
    await fill(cli, response, target, label);
    await target.keep();
  } finally {
    release();
    target.drop();
  }
  cli.output.note(`Wrote ${path}.`);
}

async function fill(cli: Cli, response: Response, target: TargetFile, label: string): Promise<void> {
  const size = Number(response.headers.get("content-length") ?? 0);
  const meter = createMeter("bytes");
  const bar = await openProgressBar(cli);
  let written = 0;
  try {
    for await (const piece of response.body ?? []) {
      await target.write(piece);
      written += piece.length;
      const share = size === 0 ? null : written / size;
      bar.show({ label, share, detail: meter(written, share) });
    }
  } finally {
    bar.close();
  }
}
