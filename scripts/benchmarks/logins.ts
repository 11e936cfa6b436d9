/** Wrong logins of users that there are and of users that there are not: a response's time must not tell which. */
import { cpus } from "node:os";
import { listAllUsers } from "../../db/auth/users.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { atMost, showTarget, type Target } from "./report.ts";
import type { Stage } from "./stage/stage.ts";
import { quantile } from "./statistics.ts";

/** What the JSON holds; times are medians in milliseconds. */
export type LoginReport = {
  at: string;
  quick: boolean;
  machine: string;
  logins: number;
  known: number;
  unknown: number;
  targets: Target[];
};

const FULL = 300;
const QUICK = 5;
/** How far the medians may lie apart, in percent. */
const WANTED = 5;

/** Measures both in turn, so that whatever else the machine does meets both. */
export async function measureLogins(
  stage: Stage,
  quick: boolean,
): Promise<{ report: LoginReport; text: string }> {
  const logins = quick ? QUICK : FULL;
  const sql = connect(stage.daemonDatabaseUrl, { max: 1 });
  const known: number[] = [];
  const unknown: number[] = [];
  try {
    const [user] = await listAllUsers(sql);
    if (user === undefined) throw new Error("the stage has no user");
    await tryLogin(sql, stage.daemon.url, "warm@example.com");
    for (let number = 0; number < logins; number++) {
      known.push(await tryLogin(sql, stage.daemon.url, user.email));
      unknown.push(await tryLogin(sql, stage.daemon.url, `nobody${number}@localhost`));
    }
  } finally {
    await sql.end();
  }
  return reportOf(stage, quick, { known, unknown });
}

/** A wrong login as if nobody had failed before; how long its response took, in milliseconds. */
async function tryLogin(sql: Sql, url: string, email: string): Promise<number> {
  await sql`delete from login_failures`;
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "nonsense" }),
  });
  await response.text();
  if (response.status !== 401) throw new Error(`a wrong login was answered ${response.status}`);
  return performance.now() - startedAt;
}

function reportOf(stage: Stage, quick: boolean, times: { known: number[]; unknown: number[] }) {
  const [known, unknown] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)].map(hundredths);
  const apart = hundredths((Math.abs((known ?? 0) - (unknown ?? 0)) / (known ?? 0)) * 100);
  const report: LoginReport = {
    at: new Date().toISOString(),
    quick,
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
    logins: times.known.length,
    known: known ?? Number.NaN,
    unknown: unknown ?? Number.NaN,
    targets: [atMost(WANTED, " %", "medians of known and unknown users, apart", apart)],
  };
  const text = [
    report.machine,
    "",
    `Wrong logins, ${report.logins} each  known ${report.known} ms, unknown ${report.unknown} ms (medians)`,
    "",
    ...report.targets.map(showTarget),
    "",
  ].join("\n");
  return { report, text };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
