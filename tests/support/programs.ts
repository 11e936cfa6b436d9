/**
 * The two programs, as tests start them: compiled by the run for all its tests (TEST_PROGRAMS names the folder), which
 * spares most of a start's work, or from source.
 */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** The folder of the compiled programs, if the run has made them. */
export const COMPILED = process.env.TEST_PROGRAMS;

/** The command that runs the CLI; it loads no `.env` of the folder. */
export function cliProgram({ isSource = false } = {}): string[] {
  return COMPILED && !isSource ? [join(COMPILED, "waypost")] : fromSource("cli/main.ts");
}

/** The command that runs the daemon's program. */
export function daemonProgram({ isSource = false } = {}): string[] {
  return COMPILED && !isSource ? [join(COMPILED, "waypostd")] : fromSource("daemon/main.ts");
}

/** Whether an environment needs the source: Bun is given options, or the embedded Postgres is among the packages. */
export function needsSource(environment: Record<string, string>): boolean {
  return environment.DATABASE_URL === undefined || environment.BUN_OPTIONS !== undefined;
}

function fromSource(main: string): string[] {
  return [process.execPath, "--no-env-file", join(ROOT, main)];
}
