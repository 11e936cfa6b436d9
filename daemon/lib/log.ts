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
      serializers: { err: (error: unknown) => errorInLog(error) },
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

/** How many causes, and errors that one gathers, are written of an error. */
const MOST = 5;

/**
 * An error as the log has it: its name, code, words, place, and what caused it. What libraries hang on their errors stays
 * out: it may be a whole world, which can't be written, or what people wrote.
 */
export function errorInLog(error: unknown, most: number = MOST): unknown {
  if (!isError(error)) return error instanceof Object ? String(error) : error;
  const { name, message, stack, cause, code, errors } = error;
  return {
    type: name,
    message,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    stack,
    ...(cause === undefined || most === 0 ? {} : { cause: errorInLog(cause, most - 1) }),
    ...(Array.isArray(errors) && most > 0
      ? { errors: errors.slice(0, MOST).map((one) => errorInLog(one, most - 1)) }
      : {}),
  };
}

/** Bun's own of a build are none of the class. */
type ErrorLike = Error & { code?: unknown; errors?: unknown };
function isError(error: unknown): error is ErrorLike {
  return error instanceof Error || (error instanceof Object && "message" in error);
}
