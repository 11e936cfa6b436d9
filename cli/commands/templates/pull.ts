import { mkdir } from "node:fs/promises";
import { printRows } from "../../lib/actions/list.ts";
import type { Template } from "../../lib/api/types/templates.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";
import { findChannel } from "../send/channel.ts";
import { knownTemplates } from "./files/account.ts";
import { compare, filedIn, isAtMeta, type Pair } from "./files/compare.ts";
import { readFolder } from "./files/folder.ts";
import { channelOption } from "./files/options.ts";
import { FORMATS, type Format } from "./files/template-file.ts";
import { writeTemplate } from "./files/write.ts";

type Pulled = { name: string; language: string; file: string; state: string; missing: number };

const columns: Column<Pulled>[] = [
  { title: "name", value: ({ name }) => name },
  { title: "language", value: ({ language }) => language },
  { title: "state", value: ({ state }) => state },
  { title: "file", value: ({ file }) => file },
];

export const pullTemplates = command({
  path: "templates pull",
  summary: "Write an account's templates into files",
  description:
    "Write the templates of a channel's account into a folder: one file for each template and language, examples of headers beside it. A file that says the same stays as it is. Nothing is deleted.",
  output: "One line for each template: name, language, new, changed, unchanged or only here, file.",
  arguments: { folder: { description: "Where the files are; made if it is not there" } },
  options: {
    ...channelOption,
    format: { value: "format", choices: FORMATS, description: "Format of new files (default: yaml)" },
  },
  examples: [{ description: "Into a folder of a repository", command: "waypost templates pull templates" }],
  async run({ cli, arguments: { folder }, options }) {
    const channel = options.channel ?? (await findChannel(cli, "whatsapp_official"));
    const templates = await knownTemplates(cli, channel);
    await makeFolder(folder);
    const pairs = compare(filedIn(await readFolder(folder)), templates);
    const format = options.format === "json" ? "json" : "yaml";
    const pulled: Pulled[] = [];
    for (const pair of pairs) pulled.push(...(await pull(cli, folder, pair, format)));
    await printRows(cli, { data: pulled }, columns);
    for (const { file } of pulled.filter(({ missing }) => missing > 0))
      cli.output.warn(
        `${file}: Meta doesn't give out the example of its header; put a file there, and name it`,
      );
  },
});

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${folder} can't be made (${error.code ?? error.message})`);
  });
}

async function pull(cli: Cli, folder: string, pair: Pair, format: Format): Promise<Pulled[]> {
  const { name, language, filed, known, changes } = pair;
  const entry = (state: string, file: string, missing = 0) => [{ name, language, state, file, missing }];
  if (!isAtMeta(pair)) return filed === null ? [] : entry("only here", filed.file);
  if (filed !== null && changes.length === 0) return entry("unchanged", filed.file);
  const { file, missing } = await writeTemplate(cli, folder, { ...pair, known: known as Template }, format);
  return entry(filed === null ? "new" : "changed", file, missing);
}
