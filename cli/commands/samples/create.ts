import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { own } from "../../lib/settings/settings.ts";
import type { Sample } from "./samples.ts";
import { writeFiles } from "./write-files.ts";

export const createSample = command({
  path: "samples create",
  summary: "Write a webhook receiver that runs",
  description:
    "Write a webhook receiver that runs and verifies signatures to a new folder. It needs nothing but the language itself. No file is overwritten.",
  output: "The paths of the files, one per line.",
  arguments: {
    language: { description: "node, python, go or php", choices: ["node", "python", "go", "php"] },
    folder: { description: "Where to write it (default: waypost-<language>)", optional: true },
  },
  options: { out: { value: "folder", description: "The same as the folder" } },
  examples: [
    { description: "In the folder waypost-python", command: "waypost samples create python" },
    { description: "Somewhere else", command: "waypost samples create node receiver" },
  ],
  exitCodes: [],
  async run({ cli, arguments: { language, folder: named }, options: { out } }) {
    if (named !== undefined && out !== undefined) throw usageFailure("give one folder, not --out beside it");
    const { SAMPLES } = await import("./samples.ts");
    const sample = own(SAMPLES, language);
    if (sample === undefined)
      throw usageFailure(
        `there is no sample in '${language}'`,
        `There are: ${Object.keys(SAMPLES).join(", ")}.`,
      );
    const folder = named ?? out ?? `waypost-${language}`;
    const paths = await writeFiles(folder, sample.files);
    if (cli.output.format === "json") await cli.output.json({ data: paths, start: sample.start });
    else await cli.output.rows(paths, [{ title: "file", value: (path) => path }], false);
    cli.output.note(howToStart(folder, sample));
  },
});

function howToStart(folder: string, { start }: Sample): string {
  return [
    `Run it:         cd ${folder} && WEBHOOK_SECRET=$(waypost listen --print-secret) ${start}`,
    "Send it events: waypost listen --forward-to http://localhost:3000/hook",
    "Make one:       waypost trigger message.new",
  ].join("\n");
}
