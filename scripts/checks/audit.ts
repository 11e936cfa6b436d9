/** Known vulnerabilities of the packages, as their registry knows them. */
import { ROOT } from "../lib/run.ts";

/** What the registry said: its response, or why there is none. */
export type Asked = { report: unknown } | { unreachable: string };

/** What the audit found, and what is worth saying although nothing was found. */
export type Audit = { problems: string[]; note: string | null };

type Allowed = { reason: string; until: string };

/**
 * Advisories that don't concern us, by the last part of their address, such as
 * `GHSA-xxxx-xxxx-xxxx`: why not, and the day (`2027-01-31`) on which that is looked at again.
 */
const ALLOWED: Readonly<Record<string, Allowed>> = {};

const SECONDS = 20;

/** Asks the registry with `bun audit`; without a connection to it there is no audit, and the note says so. */
export async function auditPackages(): Promise<Audit> {
  return judge(await askRegistry());
}

/** One sentence for every advisory that is not allowed today, and for every allowance that nothing needs. */
export function judge(asked: Asked, allowed = ALLOWED, today = new Date()): Audit {
  if ("unreachable" in asked) {
    return { problems: [], note: `The audit of packages was skipped: ${asked.unreachable}.` };
  }
  const found = advisoriesOf(asked.report);
  if (found === null) return judge({ unreachable: "the registry's answer is not one of an audit" });
  const problems = found.flatMap(({ id, name, severity, title }) => {
    const allowance = allowed[id];
    if (allowance !== undefined && today < new Date(allowance.until)) return [];
    const ended =
      allowance === undefined ? "" : `; it was allowed until ${allowance.until} (${allowance.reason})`;
    return [`${name}: ${title} (${severity}, ${id})${ended}`];
  });
  const needless = Object.keys(allowed).filter((id) => !found.some((advisory) => advisory.id === id));
  return {
    problems: [...problems, ...needless.map((id) => `${id} is allowed, and nothing has it`)],
    note: null,
  };
}

type Advisory = { id: string; name: string; severity: string; title: string };

/** `bun audit --json` prints the registry's advisories by package name. Null for anything else. */
function advisoriesOf(report: unknown): Advisory[] | null {
  if (typeof report !== "object" || report === null || Array.isArray(report)) return null;
  const lists: [string, unknown][] = Object.entries(report);
  if (!lists.every(([, list]) => Array.isArray(list))) return null;
  return lists.flatMap(([name, list]) => (list as object[]).map((advisory) => asAdvisory(name, advisory)));
}

function asAdvisory(name: string, advisory: object): Advisory {
  const text = (field: string) => String(Reflect.get(advisory, field) ?? "unknown");
  return {
    id: text("url").split("/").at(-1) ?? text("id"),
    name,
    severity: text("severity"),
    title: text("title"),
  };
}

/** Exit codes say nothing: `bun audit` ends with 1 for advisories as for a registry that isn't there. */
async function askRegistry(): Promise<Asked> {
  const child = Bun.spawn([process.execPath, "--no-env-file", "audit", "--json"], {
    cwd: ROOT,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: SECONDS * 1000,
    killSignal: "SIGKILL",
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  try {
    return { report: JSON.parse(output) };
  } catch {
    const failure = /\b(\d{3})\s*$/.exec(errors)?.[1];
    const reason = failure === undefined ? "no registry can be reached" : `the registry answered ${failure}`;
    return { unreachable: reason };
  }
}
