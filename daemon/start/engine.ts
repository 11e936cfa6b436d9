/** Settings of the JavaScript engine, which takes them at the start of a process only. */

/** A name that the environment has already is left as it is. */
const SETTINGS: Record<string, string> = {
  // The memory that the engine assumes. It lets garbage grow to as much as all that lives while that is
  // less than a quarter of it, and to a quarter of what lives once that is more than half: `proportionalHeapSize` in
  // JavaScriptCore's Heap.cpp. A daemon's live data is little beside the memory of any machine.
  BUN_JSC_forceRAMSize: String(256 * 1024 * 1024),
  // Garbage is looked for when memory has grown, which is often then, and not each second besides.
  BUN_GC_TIMER_DISABLE: "1",
  // Milliseconds between two looks of the allocator's own thread for pages to give back. Without this it looks twelve times
  // a second, which is half of what an idle daemon does (`purge_holes_min_interval` in Bun's mimalloc).
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "5000",
};

/**
 * Has this process begin again, as the same one, with an engine that keeps little garbage: see docs/performance.md. Does
 * nothing where all settings are given, or where a process can't begin again.
 */
export function keepLittleGarbage(): void {
  const isSet = Object.keys(SETTINGS).every((name) => process.env[name] !== undefined);
  if (isSet || process.execve === undefined) return;
  // it says that it is experimental
  process.removeAllListeners("warning");
  try {
    process.execve(process.execPath, [process.execPath, ...ownWords()], { ...SETTINGS, ...process.env });
  } catch {
    // then it continues with more memory, without other effects
  }
}

/** The arguments of this program: an executable has its source inside. */
function ownWords(): string[] {
  const [, script = "", ...words] = process.argv;
  return script.startsWith("/$bunfs/") ? words : [...process.execArgv, script, ...words];
}
