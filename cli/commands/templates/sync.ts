import { submit } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { given } from "../../lib/values/given.ts";
import { syncColumns } from "./columns.ts";
import { mustSucceed, readFromMeta } from "./read-from-meta.ts";

export const syncTemplates = command({
  path: "templates sync",
  summary: "Read all templates from Meta",
  description:
    "Read all templates from Meta and wait until that is done, for at most --timeout (default 60s).",
  output: "How many were new, changed and gone.",
  options: {
    channel: { value: "id", of: "channels", description: "Only this channel's account (default: all)" },
  },
  writes: true,
  examples: [{ description: "Those of every channel", command: "waypost templates sync" }],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, options }) {
    const body = given({ channel_id: options.channel });
    const requested = await submit(cli, "POST /v1/templates/sync", { body });
    if (requested === undefined) return;
    const sync = await readFromMeta(cli, requested);
    await cli.output.record(sync, syncColumns);
    mustSucceed(sync);
  },
});
