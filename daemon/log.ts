import pino, { type Logger } from "pino";

/** The daemon's log: one JSON line an event, on stderr. Headers and bodies of requests never go into it. */
export function createLog(level: string): Logger {
  return pino({ level, base: { pid: process.pid } }, pino.destination({ dest: 2, sync: true }));
}
