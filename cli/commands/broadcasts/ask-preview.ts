import type { BroadcastPreview } from "../../lib/api/types/broadcasts.ts";
import type { Cli } from "../../lib/command/cli.ts";

type Ask = (query: { cursor?: string }) => Promise<BroadcastPreview>;

/** Asks for a preview until everybody is counted: a large audience takes several requests. */
export async function askPreview(cli: Cli, ask: Ask): Promise<BroadcastPreview> {
  let preview = await ask({});
  while (preview.next_cursor !== null) {
    cli.output.note(`Counted so far: ${preview.audience.toLocaleString("en")} people.`);
    preview = await ask({ cursor: preview.next_cursor });
  }
  return preview;
}
