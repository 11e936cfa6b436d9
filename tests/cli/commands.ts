import { COMMANDS as LIST } from "../../cli/commands/list.ts";
import { loadCommands } from "../../cli/lib/command/load.ts";

/** Every command there is. */
export const COMMANDS = await loadCommands(LIST);
