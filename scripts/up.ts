/**
 * Starts everything on this machine (database, sandbox, daemon), sends a first
 * message and shows it delivered, with its signed webhook verified. Then stays
 * up until Ctrl-C; with --once it stops, exit 0 when all of it came true.
 */
import { explainFailedStart } from "../daemon/start/failed-start.ts";
import { start, stopSignal } from "../daemon/start/serve.ts";
import { readArguments } from "./lib/up/arguments.ts";
import { showFirstMessage } from "./lib/up/first-message.ts";
import { withFreePort } from "./lib/up/port.ts";
import { say } from "./lib/up/say.ts";

const { once } = readArguments(process.argv.slice(2));
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
try {
  process.exit((await up()) ? 0 : 1);
} catch (error) {
  fail(error);
}

/** Resolves when it was told to stop, or with --once has shown the message: whether all of it came true. */
async function up(): Promise<boolean> {
  const stopped = stopSignal();
  const environment = await withFreePort({ WAYPOST_LOG_LEVEL: "warn", ...process.env });
  const running = await start(environment, true);
  say(`Waypost is up at ${running.daemon.url}; its API is described at ${running.daemon.url}/docs`);
  const shown = await showFirstMessage(running, stopped);
  if (!once) {
    say(
      "\nTry it from another terminal:\n\n  ./scripts/waypost send --to 14155550123 --text 'Hello' --wait delivered\n\nCtrl-C stops it.",
    );
    await stopped;
  }
  await running.stop();
  return shown || !once;
}

/** Ends with a sentence: what is wrong, and how to go on. */
function fail(error: unknown): never {
  process.stderr.write(`up: ${explainFailedStart(error)}\n`);
  process.exit(1);
}
