/** The daemon's program, run to its end. */
import { testHome } from "../support/home.ts";
import { daemonProgram, needsSource } from "../support/programs.ts";

export type Ended = { code: number; stdout: string; stderr: string };

/** Runs `waypostd` with nothing but this environment; it is killed after a minute. */
export async function runWaypostd(parameters: string[], environment: Record<string, string>): Promise<Ended> {
  const child = Bun.spawn([...daemonProgram({ isSource: needsSource(environment) }), ...parameters], {
    cwd: `${import.meta.dir}/../..`,
    env: { PATH: process.env.PATH ?? "", HOME: testHome(), ...environment },
    stdout: "pipe",
    stderr: "pipe",
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}
