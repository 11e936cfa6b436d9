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
  sendAndAnswer,
  startUp,
} from "./steps.ts";

const startedAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), "waypost-newcomer-"));
const checkout = join(folder, "waypost");
const gitSettings = join(folder, "gitconfig");
const print = (text: string) => void process.stdout.write(text);
let step = "clone";

try {
  const outside = openShell(folder, environment(), print);
  outside.step("Clone what is committed");
  // Git refuses checkouts of other users, which a build service's may be.
  await Bun.write(gitSettings, "[safe]\n\tdirectory = *\n");
  await outside.run(`git clone --quiet '${ROOT}' waypost`);
  await walk(openShell(checkout, environment(), print));
  print(`\nEverything was as documented, in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s.\n`);
} catch (error) {
  print(`\nThe step "${step}" is not as documented: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The timers of waits that are over would keep the process for another minute.
process.exit();

async function walk(shell: Shell): Promise<void> {
  const named = {
    ...shell,
    step(title: string) {
      step = title;
      shell.step(title);
    },
  };
  try {
    await startUp(named);
    const channelId = await pairNumber(named);
    await sendAndAnswer(named, channelId);
    await followWebhooks(named, checkout);
    await importContacts(named, checkout);
    await replayDelivery(named);
  } finally {
    await shell.close();
  }
}

/** Of a newcomer with a home of their own, on ports that nobody has; packages come from this machine's cache. */
function environment(): Record<string, string | undefined> {
  const sandboxPort = String(freePort());
  return {
    ...process.env,
    DATABASE_URL: undefined,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    GIT_CONFIG_GLOBAL: gitSettings,
    XDG_DATA_HOME: join(folder, "data"),
    XDG_CONFIG_HOME: join(folder, "config"),
    WAYPOST_PORT: String(freePort()),
    WAYPOST_SANDBOX_PORT: sandboxPort,
    WAYPOST_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
  };
}
