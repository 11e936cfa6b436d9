/**
 * A newcomer's path, walked: a clone, `./scripts/up`, and then each thing that the README promises. The last commit is
 * cloned; what is not committed is not seen.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { freePort } from "../free-port.ts";
import { ROOT } from "../run.ts";
import { openShell, type Shell } from "./shell.ts";
import {
  followWebhooks,
  importContacts,
  pairNumber,
  replayDelivery,
  sendAndReply,
  startUp,
} from "./steps.ts";

/** Walks it; throws a sentence that names the step when something is not as documented. Nothing stays. */
export async function walkFirstPath(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-newcomer-"));
  const environment = newEnvironment(folder);
  let step = "clone";
  const note = (title: string) => {
    step = title;
  };
  try {
    const outside = openShell(folder, environment, print);
    outside.step("Clone what is committed");
    // Git refuses checkouts of other users, which a build service's may be.
    await Bun.write(join(folder, "gitconfig"), "[safe]\n\tdirectory = *\n");
    await outside.run(`git clone --quiet '${ROOT}' waypost`);
    const checkout = join(folder, "waypost");
    await walk(openShell(checkout, environment, print), checkout, note);
  } catch (error) {
    const says = error instanceof Error ? error.message : error;
    throw new Error(`The step "${step}" is not as documented: ${says}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(text: string): void {
  process.stdout.write(text);
}

async function walk(shell: Shell, checkout: string, note: (title: string) => void): Promise<void> {
  const named = {
    ...shell,
    step(title: string) {
      note(title);
      shell.step(title);
    },
  };
  try {
    await startUp(named);
    const channelId = await pairNumber(named);
    await sendAndReply(named, channelId);
    await followWebhooks(named);
    await importContacts(named, checkout);
    await replayDelivery(named);
  } finally {
    await shell.close();
  }
}

/** Of a newcomer with a home of their own, on ports that nobody has; packages come from this machine's cache. */
function newEnvironment(folder: string): Record<string, string | undefined> {
  const sandboxPort = String(freePort());
  return {
    ...process.env,
    DATABASE_URL: undefined,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    GIT_CONFIG_GLOBAL: join(folder, "gitconfig"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_CONFIG_HOME: join(folder, "config"),
    WAYPOST_PORT: String(freePort()),
    WAYPOST_SANDBOX_PORT: sandboxPort,
    WAYPOST_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
  };
}
