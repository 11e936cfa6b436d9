import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { waitSaying } from "../../lib/terminal/interrupt.ts";
import { findChannel } from "../send/channel.ts";
import { accountTemplates } from "./files/account.ts";
import { applyStep } from "./files/apply.ts";
import { compare, filedIn } from "./files/compare.ts";
import { count } from "./files/count.ts";
import { awaitDecisions, outcomeOf } from "./files/decisions.ts";
import { type FolderFile, readFolder } from "./files/folder.ts";
import { channelOption } from "./files/options.ts";
import { planPush, type Step } from "./files/plan.ts";
import { problemsOf, repeatedIn } from "./files/problems.ts";
import { type ShownStep, shownStep, showPlan, stepColumns, summaryOf } from "./files/show-plan.ts";
import { showProblems } from "./files/show-problems.ts";
import { mustSucceed, readFromMeta } from "./read-from-meta.ts";

const WAIT_MS = 10 * 60_000;

export const pushTemplates = command({
  path: "templates push",
  summary: "Create and edit templates to match the files",
  description:
    "Make an account's templates what the files of a folder say: checks them, prints a plan, creates what is new and edits what differs. Run again, it does only what is left. Meta takes one edit of an approved template in 24 hours, and ten in 30 days. Nothing is deleted without --prune.",
  output: "The plan: action, name, language, status, file; with --json, the outcome of each.",
  arguments: { folder: { description: "Folder with the files" } },
  options: {
    ...channelOption,
    ...yesOption,
    wait: {
      value: "status",
      choices: ["approved"],
      description: "Wait until Meta has approved every template of the folder, for --timeout (default 10m)",
    },
    prune: { description: "Delete what is not in the folder, here and at Meta" },
    "dry-run": { description: "Print the plan, and change nothing" },
  },
  examples: [
    { description: "Show what it would do", command: "waypost templates push templates --dry-run" },
    {
      description: "In a pipeline",
      command: "waypost templates push templates --wait approved --timeout 15m",
    },
    {
      description: "Delete what the folder no longer has",
      command: "waypost templates push templates --prune --yes",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: { folder }, options }) {
    const files = await readFolder(folder);
    const filed = filedIn(files);
    if (options.prune && filed.length === 0)
      throw usageFailure(`${folder} has no templates: --prune would delete all of the account`);
    const channel = options.channel ?? (await findChannel(cli, "whatsapp_official"));
    const isDry = options["dry-run"] || cli.dryRun;
    if (!isDry) await readAccount(cli, channel);
    const steps = await checkedPlan(
      cli,
      files,
      planPush(compare(filed, await accountTemplates(cli, channel)), options),
    );
    if (isDry || cli.output.format !== "json") await showPlan(cli, steps);
    cli.output.note(summaryOf(steps));
    if (isDry) return;
    await agreeToDelete(cli, steps, options.yes);
    const done = await applyAll(cli, steps, channel);
    const timeoutMs = cli.timeoutMs ?? WAIT_MS;
    const decided =
      options.wait === undefined
        ? null
        : await waitSaying(
            () => cli.output.note("All are pushed; Meta decides. Run this again, or: waypost templates list"),
            awaitDecisions(cli, filed, channel, timeoutMs),
          );
    if (cli.output.format === "json") await cli.output.jsonRows({ data: done }, stepColumns);
    const ended = refusals(done) ?? (decided === null ? null : outcomeOf(decided, timeoutMs));
    if (ended !== null) throw ended;
    if (decided !== null) cli.output.note(`Approved: ${count(decided.length, "template")}.`);
  },
});

/** The plan, if nothing is wrong in the files; what Meta has already taken as it is needs no check. */
async function checkedPlan(cli: Cli, files: readonly FolderFile[], steps: Step[]): Promise<Step[]> {
  const taken = steps.flatMap(({ action, pair }) => (action === "none" ? [pair.filed?.file] : []));
  const found = await Promise.all(files.filter(({ file }) => !taken.includes(file)).map(problemsOf));
  const problems = [...found.flat(), ...repeatedIn(files)];
  if (problems.length === 0) return steps;
  await showProblems(cli, problems);
  throw new Failure(ExitCode.failed, `${count(problems.length, "problem")}; nothing was pushed`, {
    code: "invalid_templates",
  });
}

/** The account is read first, so that the plan knows changes made elsewhere. */
async function readAccount(cli: Cli, channel_id: string): Promise<void> {
  const requested = await (await cli.client()).call("POST /v1/templates/sync", { body: { channel_id } });
  mustSucceed(await readFromMeta(cli, requested));
}

async function agreeToDelete(cli: Cli, steps: readonly Step[], yes: boolean): Promise<void> {
  const names = steps
    .filter(({ action }) => action === "delete")
    .map(({ pair }) => `${pair.name} ${pair.language}`);
  if (names.length > 0)
    await agree(
      cli,
      yes,
      `Delete ${names.join(", ")}, here and at Meta? Their names are blocked for 30 days.`,
    );
}

async function applyAll(cli: Cli, steps: readonly Step[], channel: string): Promise<ShownStep[]> {
  const done: ShownStep[] = [];
  for (const step of steps) {
    const { template, refusal } = await applyStep(cli, step, channel);
    const shown = shownStep(step);
    const why = refusal?.message ?? shown.why;
    if (why !== null) cli.output.warn(`${shown.name} ${shown.language}: ${why}`);
    done.push({ ...shown, status: template?.status ?? null, why });
  }
  return done;
}

function refusals(done: readonly ShownStep[]): Failure | null {
  const refused = done.filter(({ why }) => why !== null);
  if (refused.length === 0) return null;
  return new Failure(ExitCode.failed, `${refused.length} of ${count(done.length, "template")} not pushed`, {
    code: "templates_not_pushed",
  });
}
