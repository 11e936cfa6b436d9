/** Known vulnerabilities of the packages, as their registry knows them. */
import { ROOT } from "../lib/run.ts";

/** The problems that the audit found, and a note where it could not be made. */
export type Audit = { problems: string[]; note: string | null };

type Advisory = { title?: string; severity?: string; url?: string };

const SECONDS = 20;

/**
 * Asks the registry with `bun audit`; without an answer of one there is no audit, and the note says so. To pass over an
 * advisory that does not concern us, add its `--ignore=GHSA-…` here, with the reason.
 */
export async function auditPackages(): Promise<Audit> {
  const child = Bun.spawn([process.execPath, "--no-env-file", "audit", "--json"], {
    ...{ cwd: ROOT, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    ...{ timeout: SECONDS * 1000, killSignal: "SIGKILL" },
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return judge(output, errors);
}

/** One sentence for every advisory. Exit codes say nothing: they are 1 for advisories as for a registry that isn't there. */
export function judge(output: string, errors: string): Audit {
  const lists = advisoriesIn(output);
  const failure = /\b(\d{3})\s*$/.exec(errors)?.[1];
  const reason = failure === undefined ? "no registry can be reached" : `the registry answered ${failure}`;
  if (lists === null) return { problems: [], note: `The audit of packages was skipped: ${reason}.` };
  const problems = lists.flatMap(([name, list]) =>
    list.map(({ title, severity, url }) => `${name}: ${title} (${severity}, ${url?.split("/").at(-1)})`),
  );
  return { problems, note: null };
}

/** By the package's name; null for anything else. */
function advisoriesIn(output: string): [string, Advisory[]][] | null {
  try {
    const lists = Object.entries(JSON.parse(output));
    return lists.every(([, list]) => Array.isArray(list)) ? (lists as [string, Advisory[]][]) : null;
  } catch {
    return null;
  }
}
