import type { ILogger } from "baileys/lib/Utils/logger.js";
import type { Logger } from "pino";

/**
 * A logger for Baileys, which hands its own whole stanzas, credentials and
 * sessions. Only the words of its warnings and errors pass, and the message of
 * an error beside them.
 */
export function createLibraryLog(log: Logger): ILogger {
  const nothing = () => {};
  const logger: ILogger = {
    level: "warn",
    child: () => logger,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: (given, words) =>
      log.debug({ library: wordsOf(given, words), reason: reasonOf(given) }, "a remark of Baileys"),
    error: (given, words) =>
      log.info({ library: wordsOf(given, words), reason: reasonOf(given) }, "a complaint of Baileys"),
  };
  return logger;
}

function wordsOf(given: unknown, words: string | undefined): string {
  return typeof given === "string" ? given : (words ?? "");
}

function reasonOf(given: unknown): string | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const error = "err" in given ? given.err : "error" in given ? given.error : undefined;
  return error instanceof Error ? error.message : undefined;
}
