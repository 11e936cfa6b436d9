import { AsyncLocalStorage } from "node:async_hooks";

const hushed = new AsyncLocalStorage<true>();
const METHODS = ["log", "info", "warn", "error"] as const;
let installed = false;

/**
 * Runs `work` and drops what it, and whatever it awaits, prints through `console`: libsignal prints whole
 * sessions there, private keys included (libsignal `src/session_record.js`). Others print as before.
 */
export function quietly<T>(work: () => T): T {
  if (!installed) install();
  return hushed.run(true, work);
}

function install(): void {
  installed = true;
  const { console } = globalThis;
  for (const method of METHODS) {
    const print = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      if (hushed.getStore() === undefined) print(...values);
    };
  }
}
