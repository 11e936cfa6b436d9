import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { previewColumns } from "./columns.ts";
import { showPreview } from "./show-preview.ts";

export const previewBroadcast = command({
  path: "broadcasts preview",
  summary: "Count who would get it, and show the first messages",
  output:
    "How many people would get it, and why others not; how long it would take; its cost, where the daemon has a rate card; the first five messages.",
  arguments: { id: { of: "broadcasts", description: "Broadcast to preview" } },
  writes: true,
  examples: [
    {
      description: "The messages alone",
      command:
        "waypost broadcasts preview bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --json | jq -r '.samples[].rendered'",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, arguments: path }) {
    const route = "POST /v1/broadcasts/{id}/preview";
    if (cli.dryRun) return await change(cli, route, { path, query: {} }, previewColumns);
    const client = await cli.client();
    await showPreview(cli, (query) => client.call(route, { path, query }));
  },
});
