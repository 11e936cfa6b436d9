/** That a run which is interrupted leaves nothing behind, whatever it is doing: no process, no file system, no folder. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/run.ts";
import { removeTemporaryFolders, temporaryFolder } from "../../support/clusters.ts";
import { until } from "../../support/until.ts";

afterAll(removeTemporaryFolders);

/** A file or folder of the stage by which each moment is known; an empty one is the stage's own. */
const MOMENTS: [when: string, sign: string][] = [
  ["the stage is opened", ""],
  ["Postgres is made", "data/postgres"],
  ["Postgres starts", "data/postgres/data/postmaster.pid"],
  ["daemons start", "daemon 1.log"],
];

test.skipIf(process.platform !== "linux").each(MOMENTS)(
  "a run that is interrupted while %s leaves nothing",
  async (_when, sign) => {
    const folder = temporaryFolder();
    const child = startRun(folder);
    await until(() => stages(folder).some((stage) => existsSync(join(stage, sign))));
    child.kill("SIGINT");
    // as an impatient person does
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    expect(leftIn(folder)).toEqual({ stages: [], mounts: [], processes: [] });
  },
  120_000,
);

function startRun(folder: string): Bun.Subprocess {
  const words = ["--seed", "1", "--seconds", "30", "--report", join(folder, "report")];
  return Bun.spawn([process.execPath, "--no-env-file", join(ROOT, "scripts/lab/proof/main.ts"), ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder },
    stdio: ["ignore", "ignore", "ignore"],
  });
}

const stages = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith("waypost-proof-"))
    .map((name) => join(folder, name));

function leftIn(folder: string) {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const processes = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && worksIn(pid, folder));
  return { stages: stages(folder), mounts: mounts.filter((line) => line.includes(folder)), processes };
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    // it has ended
    return false;
  }
}
