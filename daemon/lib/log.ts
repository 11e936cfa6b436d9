import pino, { type Logger } from "pino";
import { loseLine, standardError } from "./log-destination.ts";

/**
 * The daemon's log: one JSON line an event, on stderr. Headers and bodies of requests never go into it. Logging
 * never throws, whatever is logged: lines that can't be written are counted.
 */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      hooks: {
        logMethod(given, method) {
          try {
            method.apply(this, given);
          } catch {
            loseLine();
          }
        },
      },
    },
    standardError,
  );
}
