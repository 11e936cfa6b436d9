/**
 * The runtime keeps the memory that it once had (giving it back takes one of fourteen seconds of the tests' work), looks
 * for garbage when memory grows and not by the clock, lets it grow, and leaves out its last optimisations: hardly any
 * code of a test runs long enough to win back what they cost.
 */
export const FOR_SHORT_RUNS = {
  MIMALLOC_PURGE_DELAY: "-1",
  MIMALLOC_PURGE_HOLES_MIN_INTERVAL: "5000",
  BUN_GC_TIMER_DISABLE: "1",
  BUN_JSC_forceRAMSize: "0",
  BUN_JSC_useFTLJIT: "0",
};

/** A command is over before compiled code wins back what it cost: interpreted, it takes a quarter less of a processor. */
export const FOR_COMMANDS = { BUN_JSC_useJIT: "0" };

/** The run's settings of the runtime, for programs that get an environment of their own. */
export function runtimeEnvironment(): Record<string, string> {
  const given = Object.keys(FOR_SHORT_RUNS).map((name) => [name, process.env[name]]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
