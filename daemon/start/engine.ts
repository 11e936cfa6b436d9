/** Settings of the JavaScript engine, which takes them at the start of a process only. */

/**
 * How much memory the engine believes the machine has. It lets garbage grow to as much as all that lives, as long as
 * that is less than a quarter of the machine's memory, and to a quarter of it once that is more than half: see
 * `proportionalHeapSize` in JavaScriptCore's Heap.cpp. What a daemon holds is small beside any machine's memory.
 */
const BELIEVED_MEMORY = 128 * 1024 * 1024;
const SETTING = "BUN_JSC_forceRAMSize";

/**
 * Has this process begin again, as the same one, with an engine that keeps little garbage: a daemon that is busy for
 * days needs half the memory. Does nothing where the setting is given, or where a process can't begin again.
 */
export function keepLittleGarbage(): void {
  if (process.env[SETTING] !== undefined || process.execve === undefined) return;
  // it says that it is experimental
  process.removeAllListeners("warning");
  try {
    process.execve(process.execPath, [process.execPath, ...ownWords()], {
      ...process.env,
      [SETTING]: String(BELIEVED_MEMORY),
    });
  } catch {
    // then it goes on as it is: with more memory, and nothing else
  }
}

/** What this program was started with: an executable has its source inside. */
function ownWords(): string[] {
  const [, script = "", ...words] = process.argv;
  return script.startsWith("/$bunfs/") ? words : [...process.execArgv, script, ...words];
}
