import { readUntil } from "../../lib/actions/read-until.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { TemplateSync } from "../../lib/api/types/templates.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { syncColumns } from "./columns.ts";

const WAIT_MS = 60_000;
const PAUSE_MS = 200;

export const syncTemplates = command({
  path: "templates sync",
  summary: "Read all templates from Meta",
  description:
    "Read all templates from Meta and wait until that is done, for at most --timeout (default 60s).",
  output: "How many were new, changed and gone.",
  options: { channel: { value: "id", description: "Only this channel's account (default: all)" } },
  writes: true,
  examples: [{ description: "Those of every channel", command: "waypost templates sync" }],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, options }) {
    const body = given({ channel_id: options.channel });
    const requested = await submit(cli, "POST /v1/templates/sync", { body });
    if (requested === undefined) return;
    const { id } = requested;
    const client = await cli.client();
    const read = () => client.call("GET /v1/templates/sync/{id}", { path: { id } });
    const sync = await cli.spinner("Reading templates from Meta", () =>
      readUntil(read, hasEnded, { timeoutMs: cli.timeoutMs ?? WAIT_MS, pauseMs: PAUSE_MS }),
    );
    if (!hasEnded(sync))
      throw new Failure(ExitCode.timeout, `the sync ${id} is still ${sync.status}`, { code: "timeout" });
    await cli.output.record(sync, syncColumns);
    if (sync.status === "failed") {
      throw new Failure(ExitCode.failed, sync.error ?? "the sync failed", { code: "sync_failed" });
    }
  },
});

function hasEnded({ status }: TemplateSync): boolean {
  return status === "succeeded" || status === "failed";
}
