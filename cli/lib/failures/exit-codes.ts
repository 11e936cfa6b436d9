/** Exit codes of the process; scripts rely on these numbers, so they never change meaning. */
export const ExitCode = {
  done: 0,
  error: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  failed: 5,
  timeout: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** How a command that asks the API can end, besides what every command can. */
export const API_EXIT_CODES = [ExitCode.refused, ExitCode.unreachable] as const;

/** One line each, for the help of every command. */
export const EXIT_CODE_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: "done",
  1: "something went wrong",
  2: "the command line is wrong",
  3: "the API refused the request (4xx)",
  4: "the API can't be reached",
  5: "what was waited for failed",
  6: "waited too long",
  130: "interrupted",
};
