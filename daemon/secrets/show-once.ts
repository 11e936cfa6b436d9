import { constants } from "node:fs";
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Shows secrets that are shown once. The name is of what they are for, as part of a file's name. */
export type ShowOnce = (name: string, secrets: string) => Promise<void>;

/**
 * How to show secrets: on this stream when it is a terminal. What is not may be a journal or the log of a container,
 * which others read and which stays: then they go to a file in the data directory that this account alone can read,
 * and standard error says where it is. `isAskedFor`: a program reads the stream, which asked for them. Throws when there can be none, before there are secrets.
 */
export async function prepareToShow(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  home: string,
  isAskedFor: boolean | undefined = false,
): Promise<ShowOnce> {
  if (stream.isTTY || isAskedFor) return async (_, secrets) => void stream.write(secrets);
  const folder = join(home, "shown-once");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const sentence = `there is no terminal to show secrets on, and ${folder} can't be written; nothing was made`;
    throw new Error(sentence, { cause });
  }
  return async (name, secrets) => {
    const path = join(folder, `${name}-${new Date().toISOString().replace(/\W/g, "")}.txt`);
    await writeFile(path, secrets, { mode: 0o600, flag: "wx" });
    process.stderr.write(`The secrets are in ${path}, for this account alone. Read it, then delete it.\n`);
  };
}
