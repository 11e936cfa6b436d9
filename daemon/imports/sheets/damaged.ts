import { Problem, problem } from "../../http/problem.ts";

/** The refusal of a spreadsheet that can't be read. */
export function unreadable(detail: string): Problem {
  return problem(422, "invalid_file", detail);
}

/** The refusal of a spreadsheet in which something was found that isn't as it has to be; a refusal stays what it is. */
export function damaged(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const reason = cause instanceof Error ? cause.message.split("\n", 1)[0]?.slice(0, 200) : "unknown reason";
  return unreadable(`the spreadsheet is damaged (${reason}); open it in its program and save it again`);
}
