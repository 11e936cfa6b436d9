import { CommanderError } from "commander";
import { StoreFailure } from "../../../daemon/channels/session-move/stores/store-failure.ts";
import { Failure, failure, usageFailure } from "../failures/failure.ts";
import type { CommandList } from "./command.ts";
import { pathOf } from "./load.ts";
import { commandWords } from "./parser.ts";
import { suggestCommand } from "./suggest.ts";

/** The failure of a command line. It repeats nothing that may be a secret. */
export function toFailure(error: unknown, argv: readonly string[], list: CommandList): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return commandLineFailure(error, argv, list);
  if (error instanceof StoreFailure)
    return failure(error.message, { code: error.code, hint: error.hint, cause: error.cause });
  return failure(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Advice for words that name no command: the one that was probably meant. */
export function meantBy(words: readonly string[], list: CommandList): string {
  const meant = suggestCommand(words, Object.keys(list));
  return meant === undefined ? "See: waypost --help" : `Did you mean: waypost ${meant}`;
}

/** Commander's message, without what was typed as the value of an unknown option: it may be a secret. */
function commandLineFailure(error: CommanderError, argv: readonly string[], list: CommandList): Failure {
  const path = pathOf(list, commandWords(argv));
  const help = `See: waypost ${path === undefined ? "" : `${path} `}--help`;
  if (error.code === "commander.excessArguments") return usageFailure("too many arguments", help);
  if (error.code === "commander.unknownCommand") return unknownCommand(error, argv, list);
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const hint = suggestion?.replace(/^\((.*)\)$/, "$1") ?? help;
  return usageFailure(message.replace(/('--[^'=]+)=.*'/, "$1'"), hint);
}

/** Only the word that is unknown is repeated: what comes after it may be a secret. */
function unknownCommand(error: CommanderError, argv: readonly string[], list: CommandList): Failure {
  const [message = ""] = error.message.replace("error: ", "").split("\n");
  return usageFailure(message, meantBy(commandWords(argv), list));
}
