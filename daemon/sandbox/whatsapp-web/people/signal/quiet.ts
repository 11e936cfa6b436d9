import { AsyncLocalStorage } from "node:async_hooks";

const hushed = new AsyncLocalStorage<true>();
const METHODS = ["log", "info", "warn", "error"] as const;
/** The functions that `install` puts in place of the console's. */
const listening = new WeakSet<object>();

/**
 * Runs `work` and drops what it, and whatever it awaits, prints through `console`: libsignal prints whole
 * sessions there, private keys included (libsignal `src/session_record.js`). Others print as before.
 */
export function quietly<T>(work: () => T): T {
  install();
  return hushed.run(true, work);
}

/** Somebody else may have put a console's method back, so this is looked at every time. */
function install(): void {
  const { console } = globalThis;
  for (const method of METHODS) {
    if (listening.has(console[method])) continue;
    const print = console[method].bind(console);
    const listen = (...values: unknown[]) => {
      if (hushed.getStore() === undefined) print(...values);
    };
    listening.add(listen);
    console[method] = listen;
  }
}
