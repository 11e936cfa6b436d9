import { basename } from "node:path";
import type { QuickReplyStep } from "../../lib/api/types/conversations.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { readText } from "../../lib/input/read-file.ts";
import type { Column } from "../../lib/output/column.ts";

const columns: Column<QuickReplyStep>[] = [
  { title: "shortcut", value: (step) => step.shortcut },
  { title: "action", value: (step) => step.action },
  { title: "detail", value: (step) => step.detail },
];

export const importQuickReplies = command({
  path: "quick-replies import",
  summary: "Import quick replies from a file",
  description:
    "Import quick replies from YAML, JSON or CSV: those whose shortcut is new are created, others changed to what the file says. What the file does not have stays. If any is refused, the others are imported and the exit code is 5.",
  output: "One line for each: shortcut, action (create, change, none or refused), detail.",
  arguments: { file: { description: "The file; `-` is standard input, as YAML or JSON" } },
  options: { "dry-run": { description: "Print what would change, and change nothing" } },
  examples: [
    { description: "See what would change", command: "waypost quick-replies import replies.csv --dry-run" },
    {
      description: "Those that `waypost quick-replies list --all --json` printed elsewhere",
      command: "waypost quick-replies import replies.json",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, arguments: { file }, options }) {
    const body = { name: basename(file), text: await readText(file), dry_run: options["dry-run"] };
    const client = await cli.client();
    const { data } = await client.call("POST /v1/quick_replies/import", { body });
    await cli.output.rows(data, columns);
    const refused = data.filter(({ action }) => action === "refused").length;
    if (refused === 0) return;
    throw new Failure(ExitCode.failed, `${refused} of ${data.length} quick replies were refused`, {
      code: "quick_replies_refused",
    });
  },
});
