import { submit } from "../../lib/actions/submit.ts";
import type { Client } from "../../lib/api/client.ts";
import type { TemplateSync } from "../../lib/api/types/api.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { syncColumns } from "./columns.ts";

const WAIT_MS = 60_000;
const PAUSE_MS = 200;

export const syncTemplates = command({
  path: "templates sync",
  summary: "Read all templates from Meta",
  description:
    "Read all templates from Meta and wait until that is done, for at most --timeout (default 60s).",
  output: "How many were new, had changed and are gone.",
  options: { channel: { value: "id", description: "Only this channel's account (default: all)" } },
  writes: true,
  examples: [{ description: "Those of every channel", command: "waypost templates sync" }],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, options }) {
    const body = options.channel === undefined ? {} : { channel_id: options.channel };
    const requested = await submit(cli, "POST /v1/templates/sync", { body });
    if (requested === undefined) return;
    const client = await cli.client();
    const sync = await cli.spinner("Meta's templates are being read", () =>
      ended(client, requested.id, cli.timeoutMs ?? WAIT_MS),
    );
    await cli.output.record(sync, syncColumns);
    if (sync.status === "failed") {
      throw new Failure(ExitCode.failed, sync.error ?? "the sync failed", { code: "sync_failed" });
    }
  },
});

async function ended(client: Client, id: string, timeoutMs: number): Promise<TemplateSync> {
  const deadline = performance.now() + timeoutMs;
  while (true) {
    const sync = await client.call("GET /v1/templates/sync/{id}", { path: { id } });
    if (sync.status === "succeeded" || sync.status === "failed") return sync;
    if (performance.now() > deadline) {
      throw new Failure(ExitCode.timeout, `the sync ${id} is still ${sync.status}`, { code: "timeout" });
    }
    await Bun.sleep(PAUSE_MS);
  }
}
