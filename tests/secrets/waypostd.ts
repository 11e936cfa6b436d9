/** The daemon's program, run to its end. */

export type Ended = { code: number; stdout: string; stderr: string };

/** Runs `waypostd` with nothing but this environment; it is killed after 30 s. */
export async function runWaypostd(parameters: string[], environment: Record<string, string>): Promise<Ended> {
  const child = Bun.spawn([process.execPath, "--no-env-file", "daemon/main.ts", ...parameters], {
    cwd: `${import.meta.dir}/../..`,
    env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent", ...environment },
    stdout: "pipe",
    stderr: "pipe",
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}
