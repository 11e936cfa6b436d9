import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { count } from "./files/count.ts";
import { readFolder } from "./files/folder.ts";
import { problemsIn } from "./files/problems.ts";
import { showProblems } from "./files/show-problems.ts";

export const lintTemplates = command({
  path: "templates lint",
  summary: "Check template files by Meta's rules",
  description:
    "Check the template files of a folder by Meta's rules, without a daemon or a network. Ends with 5 when there is something that Meta would refuse.",
  output: "One line for each problem: file, place in it, problem.",
  arguments: { folder: { description: "Folder with one YAML or JSON file for each template and language" } },
  examples: [
    { description: "A folder of a repository", command: "waypost templates lint templates" },
    { description: "For other programs", command: "waypost templates lint templates --jq '.data[].file'" },
  ],
  exitCodes: [ExitCode.failed],
  async run({ cli, arguments: { folder } }) {
    const files = await readFolder(folder);
    const problems = await problemsIn(files);
    await showProblems(cli, problems);
    const looked = count(files.length, "file");
    if (problems.length === 0) return cli.output.note(`${looked}, nothing wrong.`);
    throw new Failure(ExitCode.failed, `${count(problems.length, "problem")} in ${looked}`, {
      code: "invalid_templates",
    });
  },
});
