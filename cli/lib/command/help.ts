import { EXIT_CODE_MEANINGS, ExitCode } from "../failures/exit-codes.ts";
import type { Definition } from "./definition.ts";

/** Exit codes that every command can end with. */
const COMMON = [ExitCode.done, ExitCode.error, ExitCode.usage, ExitCode.interrupted] as const;

/** The help of a command below its options. */
export function commandHelp(command: Definition): string {
  return ["", ...outputLines(command), ...exampleLines(command), ...exitCodeLines(command)].join("\n");
}

/** Every exit code a command can end with, smallest first. */
export function exitCodesOf({ exitCodes }: Pick<Definition, "exitCodes">): ExitCode[] {
  return [...new Set<ExitCode>([...COMMON, ...exitCodes])].sort((left, right) => left - right);
}

/** The end of the program's help. */
export function programHelp(): string {
  return [
    "",
    "Environment:",
    "  WAYPOST_URL, WAYPOST_API_KEY, WAYPOST_PROFILE   used unless the option of that name is given",
    "  NO_COLOR                                        no colours",
    "",
    "Examples:",
    "  $ waypost login --url https://waypost.example.com",
    "  $ waypost send --to 4915112345678 --text 'Hello' --wait delivered",
    "  $ waypost messages list --status failed --jq '.data[].id'",
    "",
    "Data goes to standard output, everything else to standard error.",
    "Help for one command: waypost <command> --help; exit codes for scripts: waypost help exit-codes",
  ].join("\n");
}

function outputLines({ output }: Definition): string[] {
  return ["Output:", `  ${output}`, ""];
}

function exampleLines({ examples }: Definition): string[] {
  const lines = examples.flatMap(({ description, command }) => [`  # ${description}`, `  $ ${command}`]);
  return ["Examples:", ...lines, ""];
}

function exitCodeLines(command: Definition): string[] {
  const codes = exitCodesOf(command);
  return ["Exit codes:", ...codes.map((code) => `  ${String(code).padEnd(4)}${EXIT_CODE_MEANINGS[code]}`)];
}
