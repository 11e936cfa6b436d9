/** As much of a runner of GitHub's workflows as the samples use; anything else in them is an error. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cliEnvironment } from "../cli/run-cli.ts";

export type Step = { name: string; run: string; if?: string; env?: Record<string, string> };
export type Job = { "runs-on": string; "timeout-minutes": number; steps: Step[] };

/** What `${{ … }}` names, such as `secrets.WAYPOST_API_KEY`. */
export type Contexts = Record<string, string>;

export type JobRun = {
  /** Exit codes of the steps that were run, by their names. */
  codes: Record<string, number>;
  log: string;
  summary: string;
};

/**
 * Runs a job's steps in a folder. With `interruptWhen`, the runner is cancelled
 * once that resolves: it interrupts the step that runs, and all it started.
 */
export async function runJob(
  { steps }: Job,
  contexts: Contexts,
  folder: string,
  interruptWhen?: () => Promise<unknown>,
): Promise<JobRun> {
  const files = { GITHUB_PATH: join(folder, "path"), GITHUB_STEP_SUMMARY: join(folder, "summary") };
  for (const file of Object.values(files)) await writeFile(file, "");
  const codes: Record<string, number> = {};
  let log = "";
  for (const step of steps) {
    const failed = Object.values(codes).some((code) => code !== 0);
    if (!isRun(step, failed)) continue;
    const added = (await readFile(files.GITHUB_PATH, "utf8")).split("\n").filter((line) => line !== "");
    const environment = {
      ...{ ...cliEnvironment(folder), ...files, RUNNER_TEMP: folder },
      PATH: [...added, process.env.PATH].join(":"),
      ...variablesOf(step, contexts),
    };
    const ended = await runStep(step, environment, folder, interruptWhen);
    codes[step.name] = ended.code;
    log += ended.log;
  }
  return { codes, log, summary: await readFile(files.GITHUB_STEP_SUMMARY, "utf8") };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how GitHub's expressions look
const ALWAYS = "${{ always() }}";

function isRun({ if: condition }: Step, failed: boolean): boolean {
  if (condition === undefined) return !failed;
  if (condition === ALWAYS) return true;
  throw new Error(`the runner of the tests does not know ${condition}`);
}

/** A step's variables; what is not set in a repository is empty there, too. */
function variablesOf({ env = {} }: Step, contexts: Contexts): Record<string, string> {
  const value = (text: string) =>
    text.replace(/\$\{\{ ([\w.]+)(?: \|\| '([^']*)')? \}\}/g, (_, name: string, other = "") =>
      contexts[name] === undefined || contexts[name] === "" ? other : contexts[name],
    );
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, value(text)]));
}

async function runStep(
  { run }: Step,
  env: Record<string, string>,
  cwd: string,
  interruptWhen?: () => Promise<unknown>,
): Promise<{ code: number; log: string }> {
  // `shell: bash` is run like this; a group of its own can be interrupted as a whole.
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
    ...{ cwd, env, detached: true },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (log += chunk));
  const closed = once(child, "close");
  if (interruptWhen !== undefined) {
    await Promise.race([interruptWhen(), closed]);
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  }
  const [code] = await closed;
  return { code: code ?? 130, log };
}
