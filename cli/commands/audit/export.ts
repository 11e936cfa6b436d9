import { transfer } from "../../lib/api/transfer.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { saveFile } from "../media/save-file.ts";

export const auditExport = command({
  path: "audit export",
  summary: "Export the audit log with its chain",
  output:
    "NDJSON: what it is, a line for each link with its entry, and the signed head; nothing when a file is named.",
  options: {
    out: { value: "file", description: "Where to write it (default, and `-`: standard output)" },
    after: {
      value: "position",
      description: "Only what stands behind this link: where the last export ended",
    },
    since: { value: "time", description: "Only what was linked since: 2h, 7d (ago) or a date" },
    until: { value: "time", description: "Only entries that were linked before" },
  },
  examples: [
    { description: "All of it", command: "waypost audit export --out audit.ndjson" },
    {
      description: "What is new, for another system",
      command: "waypost audit export --after 4711 --out new.ndjson",
    },
  ],
  async run({ cli, options: { out, after, since, until } }) {
    if (after !== undefined && !/^\d{1,15}$/.test(after))
      throw usageFailure("--after takes the position of a link, such as 4711");
    const response = await transfer(await cli.settings(), {
      route: "GET /v1/audit/export",
      query: given({
        after: after === undefined ? undefined : Number(after),
        since: ago(since),
        until: ago(until),
      }),
      timeoutMs: cli.timeoutMs,
      spinner: cli.spinner,
    });
    await saveFile(cli, response, out, "Exporting");
  },
});
