import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { readBaileys } from "../../../../daemon/channels/session-move/stores/baileys.ts";
import type { SessionStore } from "../../../../daemon/channels/session-move/stores/found.ts";
import type { FilesOf } from "../../../../daemon/channels/session-move/stores/layouts.ts";
import { failure } from "../../../lib/failures/failure.ts";

const MOST_FILES = 200_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** The store that is a folder of Baileys (`useMultiFileAuthState`), or a folder of such, one for each session. */
export async function openFolder(path: string): Promise<SessionStore> {
  const entries = await readdir(path, { withFileTypes: true });
  const isOne = entries.some(({ name }) => name === "creds.json");
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(
    folders.map(async (name) => ((await Bun.file(join(path, name, "creds.json")).exists()) ? [name] : [])),
  );
  const names = isOne ? [basename(path)] : found.flat();
  if (names.length === 0)
    throw failure(`${path} holds no session: there is no creds.json`, {
      hint: "Name the folder that has creds.json, or the one around such folders",
    });
  return {
    kind: "a folder of Baileys",
    names,
    async read(name) {
      const folder = isOne ? path : join(path, name);
      const { mtime } = await stat(join(folder, "creds.json"));
      return readBaileys(await readFiles(folder), mtime);
    },
    close: async () => {},
  };
}

/** Reads what stands in the folders of a folder; undefined without one. */
export function filesIn(folder: string | undefined): FilesOf | undefined {
  return folder === undefined ? undefined : (name) => readFiles(join(folder, name));
}

/** Every value of a folder by the name of its file. Throws a failure that names a torn file. */
async function readFiles(folder: string): Promise<[name: string, value: unknown][]> {
  const all = await readdir(folder).catch(() => {
    throw failure(`there is no folder ${folder}`);
  });
  const files = all.filter((name) => name.endsWith(".json") && !name.startsWith("."));
  if (files.length > MOST_FILES) throw failure(`${folder} has more than ${MOST_FILES} files`);
  const values: [string, unknown][] = [];
  for (const file of files)
    values.push([file.slice(0, -".json".length), await readValue(join(folder, file))]);
  return values;
}

async function readValue(path: string): Promise<unknown> {
  const file = Bun.file(path);
  if (file.size > MOST_BYTES) throw failure(`${path} is larger than a session's file can be`);
  const text = await file.text().catch((cause: unknown) => {
    throw failure(`${path} can't be read, or went while the folder was read`, { hint: STOP, cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failure(`${path} is torn: it is not whole JSON`, { code: "torn_file", hint: TORN, cause });
  }
}

const STOP = "Stop the other program, and copy the folder again.";
const TORN = `${STOP} If that one file stays torn and is not creds.json, remove it from the copy: what it was for is asked anew.`;
