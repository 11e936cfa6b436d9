import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { usageFailure } from "../failures/failure.ts";
import type { Environment } from "../terminal/terminal.ts";

/*
 * A file `waypost.toml`, kept with the code of a project:
 *
 *   profile = "staging"      # of this machine's profiles
 *   channel = "ch_…"         # where a command takes --channel and has to have one
 *   output = "json"          # as if --json were given
 *
 * Others may have written it, so it can choose among the profiles there are, and nothing else: it holds no
 * address and no key, and so can't send a key anywhere. One of another user of the machine counts for nothing.
 */

export type Project = { path: string; profile?: string; channel?: string; output?: "json" | "text" };

/** The project of a folder: what was found, and why it does not count where it does not. */
export type FoundProject = { project: Project | null; ignored: string | null };

const NAME = "waypost.toml";
const NOTHING: FoundProject = { project: null, ignored: null };
const MOST_BYTES = 64 * 1024;
const MEMBERS = ["profile", "channel", "output"] as const;

/**
 * The project that the working folder is of: `waypost.toml` in it or in the nearest folder above that has one, or the
 * file that WAYPOST_PROJECT names; `none` is none. Throws a usage failure for a file that says anything else.
 */
export async function findProject(environment: Environment): Promise<FoundProject> {
  const named = environment.WAYPOST_PROJECT;
  if (named === "none") return NOTHING;
  if (named) return { project: await readProject(named), ignored: null };
  for (const folder of foldersUp()) {
    const path = join(folder, NAME);
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile()) continue;
    if (isOwn(found.uid)) return { project: await readProject(path), ignored: null };
    return {
      project: null,
      ignored: `${path} is another user's, and is ignored; WAYPOST_PROJECT=${path} uses it`,
    };
  }
  return NOTHING;
}

/** Files of root are trusted, as everything else on the machine is. */
function isOwn(uid: number): boolean {
  return uid === 0 || uid === process.getuid?.();
}

function foldersUp(): string[] {
  const folders: string[] = [];
  for (let folder = workingFolder(); folder !== null; folder = above(folder)) folders.push(folder);
  return folders;
}

function above(folder: string): string | null {
  return dirname(folder) === folder ? null : dirname(folder);
}

/** Null when it was deleted meanwhile. */
function workingFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

async function readProject(path: string): Promise<Project> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size > MOST_BYTES)
    throw usageFailure(`${path} is not a project file`, "It is a short file of TOML.");
  const members = await parse(path, await readFile(path, "utf8"));
  const unknown = Object.keys(members).find((name) => !MEMBERS.some((known) => known === name));
  if (unknown !== undefined)
    throw usageFailure(
      `${path}: there is no setting '${unknown}'`,
      `There are: ${MEMBERS.join(", ")}. Addresses and keys are in a profile: waypost login`,
    );
  const { profile, channel, output } = members;
  for (const [name, value] of Object.entries({ profile, channel, output }))
    if (value !== undefined && typeof value !== "string") throw usageFailure(`${path}: ${name} is not text`);
  if (output !== undefined && output !== "json" && output !== "text")
    throw usageFailure(`${path}: output is 'json' or 'text'`);
  return { path, ...members };
}

/** The parser is loaded only for those who have such a file. */
async function parse(path: string, text: string): Promise<Omit<Project, "path">> {
  const { parse: parseToml } = await import("smol-toml");
  try {
    return parseToml(text);
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split("\n") : [];
    throw usageFailure(`${path} is not TOML (${reason})`);
  }
}
