import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import type { Style } from "../../lib/text/style.ts";
import { findChannel } from "../send/channel.ts";
import { knownTemplates } from "./files/account.ts";
import type { Change } from "./files/changes.ts";
import { compare, filedIn, isAtMeta, type Pair } from "./files/compare.ts";
import { count } from "./files/count.ts";
import { readFolder } from "./files/folder.ts";
import { channelOption } from "./files/options.ts";
import { changeLines } from "./files/show-changes.ts";

type Difference = {
  name: string;
  language: string;
  file: string | null;
  /** `new`: only in the folder; `missing`: only at Meta. */
  state: "new" | "changed" | "missing";
  changes: Change[];
};

const SIGNS = { new: "+", changed: "~", missing: "-" };

export const diffTemplates = command({
  path: "templates diff",
  summary: "Compare template files with an account",
  description:
    "Compare the template files of a folder with what Meta has. Ends with 0 when nothing differs, and with 5 when something does. Example files are not compared: Meta keeps none that could be.",
  output:
    "For each template that differs, `+` (only in the folder), `-` (only at Meta) or `~` with what differs: `-` lines are Meta's, `+` lines the file's.",
  arguments: { folder: { description: "Folder with the files" } },
  options: channelOption,
  examples: [
    { description: "A folder of a repository", command: "waypost templates diff templates" },
    {
      description: "Names of what differs",
      command: "waypost templates diff templates --jq '.data[].name'",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, arguments: { folder }, options }) {
    const files = await readFolder(folder);
    const channel = options.channel ?? (await findChannel(cli, "whatsapp_official"));
    const pairs = compare(filedIn(files), await knownTemplates(cli, channel));
    const data = pairs.flatMap(differenceOf);
    const { output } = cli;
    if (output.format === "json") await output.json({ data });
    else for (const one of data) await output.line(one, linesOf(one, output.dataStyle).join("\n"));
    for (const { file, value } of files)
      if (typeof value === "string") output.warn(`${file} is left out: ${value}`);
    if (data.length === 0) return output.note(`${count(pairs.length, "template")}, no difference.`);
    throw new Failure(
      ExitCode.failed,
      `${data.length} of ${count(pairs.length, "template")} ${data.length === 1 ? "differs" : "differ"}`,
      {
        code: "templates_differ",
      },
    );
  },
});

function differenceOf(pair: Pair): Difference[] {
  const { name, language, filed, changes } = pair;
  const entry = { name, language, file: filed?.file ?? null, changes };
  if (!isAtMeta(pair)) return filed === null ? [] : [{ ...entry, state: "new", changes: [] }];
  if (filed === null) return [{ ...entry, state: "missing" }];
  return changes.length === 0 ? [] : [{ ...entry, state: "changed" }];
}

function linesOf({ name, language, file, state, changes }: Difference, style: Style): string[] {
  const place = file === null ? "" : ` ${style.dim(`(${file})`)}`;
  return [`${SIGNS[state]} ${style.bold(name)} ${language}${place}`, ...changeLines(changes, style)];
}
