import type { Cli } from "../../../lib/command/cli.ts";
import type { Column } from "../../../lib/output/column.ts";
import type { Problem } from "./problems.ts";

const columns: Column<Problem>[] = [
  { title: "file", value: ({ file }) => file },
  { title: "path", value: ({ path }) => path },
  { title: "message", value: ({ message }) => message },
];

/** Prints problems: a line for each, as compilers do, so that editors find the place. */
export async function showProblems({ output }: Cli, problems: readonly Problem[]): Promise<void> {
  if (output.format === "json") return await output.jsonRows({ data: problems }, columns);
  if (output.format === "plain") return await output.rows(problems, columns);
  for (const problem of problems) {
    const place = problem.path === "" ? "" : ` ${output.dataStyle.dim(problem.path)}`;
    await output.line(problem, `${output.dataStyle.bold(problem.file)}${place}  ${problem.message}`, columns);
  }
}
