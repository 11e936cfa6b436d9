/**
 * The two programs, as tests start them: compiled by the run for all its tests (TEST_PROGRAMS names the folder), which
 * spares most of a start's work, or from source.
 */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const COMPILED = process.env.TEST_PROGRAMS;

/** The command that runs the CLI; it loads no `.env` of the folder. */
export function cliProgram({ isSource = false } = {}): string[] {
  return COMPILED && !isSource ? [join(COMPILED, "waypost")] : fromSource("cli/main.ts");
}

/**
 * The command that runs the daemon's program with this environment: from source where Bun itself is given options, and
 * where the embedded Postgres is to be found among the packages.
 */
export function daemonProgram(environment: Record<string, string>): string[] {
  const isCompiled = COMPILED && environment.DATABASE_URL && !environment.BUN_OPTIONS;
  return isCompiled ? [join(COMPILED, "waypostd")] : fromSource("daemon/main.ts");
}

function fromSource(main: string): string[] {
  return [process.execPath, "--no-env-file", join(ROOT, main)];
}
