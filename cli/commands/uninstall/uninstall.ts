import { readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { command } from "../../lib/command/command.ts";
import { failure } from "../../lib/failures/failure.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { readInstallation } from "../../lib/installation/installation.ts";
import type { Column } from "../../lib/output/column.ts";
import { dataDirectory, findPlaces, type Place } from "./places.ts";
import { isFromArchive } from "./programs.ts";

type Row = Place & { removed: boolean };

const columns: Column<Row>[] = [
  { title: "what", value: (row) => row.what },
  { title: "path", value: (row) => row.path },
  { title: "size", value: (row) => sizeText(row.bytes) },
  { title: "then", value: (row) => (row.removed ? "removed" : "kept") },
];

export const uninstall = command({
  path: "uninstall",
  summary: "Remove Waypost from this machine",
  description:
    "List the files of Waypost on this machine and ask before anything is removed. Settings and data are kept: the database with all messages, media files and the master key. --purge removes them, too, for good. What a package manager installed is left to it; its command is printed.",
  output: "The files: program, copy, settings or data, its path, its size, and whether it is removed.",
  options: {
    ...yesOption,
    purge: { description: "Remove settings and data, too: database, media files and master key" },
  },
  examples: [
    { description: "Remove the programs, keep the data", command: "waypost uninstall" },
    { description: "Remove everything", command: "waypost uninstall --purge" },
  ],
  exitCodes: [],
  async run({ cli, options }) {
    const installation = await readInstallation();
    const places = await findPlaces(cli.environment, installation);
    const rows = places.map((place) => ({ ...place, removed: options.purge || isReplaceable(place) }));
    const removed = rows.filter((row) => row.removed);
    if (cli.output.format === "json") await cli.output.json({ data: rows });
    else await cli.output.rows(rows, columns);
    if (removed.length > 0) {
      await refuseRunning(cli.environment);
      await agree(cli, options.yes, questionFor(removed));
      for (const { path } of removed) await remove(path);
      cli.output.note(`Removed ${removed.length} of ${rows.length}.`);
    }
    if (!isFromArchive(installation)) cli.output.note(`To remove the programs: ${installation.remove}`);
  },
});

/** Whether it comes again with an installation. */
function isReplaceable({ what }: Place): boolean {
  return what === "program" || what === "copy";
}

function questionFor(removed: readonly Row[]): string {
  const lost = removed.some((row) => !isReplaceable(row)) ? " The data can't be brought back." : "";
  return `Remove these ${removed.length} for good?${lost}`;
}

/** A running server would write into deleted files. Line 1 of its file is its process id. */
async function refuseRunning(environment: Parameters<typeof dataDirectory>[0]): Promise<void> {
  const data = dataDirectory(environment);
  const text = await readFile(join(data, "postgres", "data", "postmaster.pid"), "utf8").catch(() => "");
  const server = Number.parseInt(text, 10);
  if (Number.isNaN(server) || !isAlive(server)) return;
  throw failure(`a daemon uses ${data}`, {
    code: "in_use",
    hint: "Stop waypostd first. Nothing was removed.",
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM";
  }
}

/** Removes the path, and the folder it was in when nothing else is there. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true }).catch((cause: Error) => {
    throw failure(`${path} can't be removed (${cause.message})`, { code: "not_removed" });
  });
  if (dirname(path).endsWith("/waypost")) await rmdir(dirname(path)).catch(() => undefined);
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;
}
