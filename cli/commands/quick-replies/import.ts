import type { Client } from "../../lib/api/client.ts";
import type { NewQuickReply, QuickReply } from "../../lib/api/types/conversations.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { readText } from "../../lib/input/read-file.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";
import { parseQuickReplies } from "./file.ts";

type Step = { shortcut: string; action: "create" | "change" | "none" | "refused"; detail: string | null };

const columns: Column<Step>[] = [
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
      description: "What `waypost quick-replies list --all --json` printed elsewhere",
      command: "waypost quick-replies import replies.json",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, arguments: { file }, options }) {
    const wanted = parseQuickReplies(file, await readText(file));
    const client = await cli.client();
    const known = await readAll(client);
    const steps: Step[] = [];
    for (const reply of wanted) steps.push(await take(client, known, reply, options["dry-run"]));
    await cli.output.rows(steps, columns);
    const refused = steps.filter(({ action }) => action === "refused").length;
    if (refused === 0) return;
    throw new Failure(ExitCode.failed, `${refused} of ${wanted.length} quick replies were refused`, {
      code: "quick_replies_refused",
    });
  },
});

async function take(
  client: Client,
  known: ReadonlyMap<string, QuickReply>,
  reply: NewQuickReply,
  isDry: boolean,
): Promise<Step> {
  const { shortcut } = reply;
  const before = known.get(shortcut.toLowerCase());
  const action = before === undefined ? "create" : isSame(before, reply) ? "none" : "change";
  const step: Step = { shortcut, action, detail: null };
  if (isDry || action === "none") return step;
  try {
    if (before === undefined) await client.call("POST /v1/quick_replies", { body: reply });
    else await client.call("PATCH /v1/quick_replies/{id}", { path: { id: before.id }, body: reply });
    return step;
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.exitCode !== ExitCode.refused) throw cause;
    return { ...step, action: "refused", detail: cause.message };
  }
}

function isSame(before: QuickReply, { title, body, channel_ids }: NewQuickReply): boolean {
  const wanted = given({ title, body, channel_ids });
  return Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(before[name as keyof QuickReply]) === JSON.stringify(value),
  );
}

/** By their shortcuts. */
async function readAll(client: Client): Promise<ReadonlyMap<string, QuickReply>> {
  const known = new Map<string, QuickReply>();
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...given({ cursor }) };
    const { data, meta } = await client.call("GET /v1/quick_replies", { query });
    for (const reply of data) known.set(reply.shortcut, reply);
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return known;
}
