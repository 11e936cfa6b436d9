import type { BroadcastPreview } from "../../lib/api/types/broadcasts.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { previewColumns } from "./columns.ts";

type Ask = (query: { cursor?: string }) => Promise<BroadcastPreview>;

/**
 * Asks for a preview until everybody is counted (a large audience takes several requests), and prints it. Ends with 5
 * when nobody is in the audience.
 */
export async function showPreview(cli: Cli, ask: Ask): Promise<void> {
  let preview = await ask({});
  while (preview.next_cursor !== null) {
    cli.output.note(`Counted so far: ${preview.audience.toLocaleString("en")} people.`);
    preview = await ask({ cursor: preview.next_cursor });
  }
  await cli.output.record(preview, previewColumns);
  if (preview.audience === 0)
    throw new Failure(ExitCode.failed, "nobody is in the audience", { code: "empty_audience" });
}
