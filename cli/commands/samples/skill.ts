import { command } from "../../lib/command/command.ts";
import { writeFiles } from "./write-files.ts";

export const skillSample = command({
  path: "samples skill",
  summary: "Write a SKILL.md, by which coding agents use this program",
  description:
    "Write a SKILL.md, by which coding agents learn to use this program, to a new folder. No file is overwritten.",
  output: "The path of the file.",
  arguments: { folder: { description: "Where to write it (default: waypost)", optional: true } },
  examples: [
    { description: "Where an agent looks for it", command: "waypost samples skill .agents/skills/waypost" },
  ],
  exitCodes: [],
  async run({ cli, arguments: { folder = "waypost" } }) {
    const { default: skill } = await import("./files/skill.md.txt", { with: { type: "text" } });
    const paths = await writeFiles(folder, { "SKILL.md": skill });
    if (cli.output.format === "json") return await cli.output.json({ data: paths });
    await cli.output.rows(paths, [{ title: "file", value: (path) => path }], false);
  },
});
