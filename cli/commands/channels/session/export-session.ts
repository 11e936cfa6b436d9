import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { submit } from "../../../lib/actions/submit.ts";
import { command } from "../../../lib/command/command.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { agree, yesOption } from "../../../lib/input/agree.ts";
import { pairedChannel } from "../arguments.ts";

export const exportSession = command({
  path: "channels export-session",
  summary: "Take a paired number's session out, for another program",
  description:
    "Take a paired number's session out, for another program: writes it as a folder of Baileys, which that program goes on with. Disconnect the channel first, without --logout, and never connect it again while the other program runs: the copy here is of no use from then on. Needs a key that may do everything.",
  output: "The folder and how many keys are in it.",
  arguments: pairedChannel,
  options: {
    to: { value: "directory", description: "New or empty folder to write to", required: true },
    ...yesOption,
  },
  writes: true,
  examples: [
    {
      description: "Into a new folder",
      command: "waypost channels export-session ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --to ./auth_info_baileys --yes",
    },
  ],
  async run({ cli, arguments: path, options: { to, yes } }) {
    await agree(cli, yes, `Whoever has ${to} then is this device. Write its keys there?`);
    if (!cli.dryRun) await makeFolder(to);
    const session = await submit(cli, "POST /v1/channels/{id}/session/export", { path });
    if (session === undefined) return;
    const keys = Object.entries(session.keys).flatMap(([category, values]) =>
      Object.entries(values).map(([id, value]) => [fileName(`${category}-${id}`), value] as const),
    );
    for (const [name, value] of keys) await writeSecret(join(to, name), value);
    // what makes it a session comes last: half a folder is none
    await writeSecret(join(to, "creds.json"), session.credentials);
    await cli.output.record({ folder: to, keys: keys.length }, [
      { title: "folder", value: ({ folder }) => folder },
      { title: "keys", value: (written) => written.keys },
    ]);
    cli.output.warn(
      "from now on the other program has this number. Do not connect the channel here again while that one runs, and do not log it out: that would log out both.",
    );
  },
});

/** A folder for its owner alone. Throws a usage failure when there is something in it. */
async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 }).then(
    () => readdir(path),
    (error: NodeJS.ErrnoException) => {
      throw usageFailure(`--to: ${path} can't be made (${error.code ?? error.message})`);
    },
  );
  if (made.length > 0) throw usageFailure(`--to: ${path} is not empty`, "Name a new folder.");
}

async function writeSecret(path: string, value: unknown): Promise<void> {
  await writeFile(path, JSON.stringify(value), { mode: 0o600, flag: "wx" });
}

/** As Baileys names the file of a key. */
function fileName(name: string): string {
  return `${name.replaceAll("/", "__").replaceAll(":", "-")}.json`;
}
