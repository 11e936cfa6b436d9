import { constants } from "node:fs";
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Shows secrets that are shown only once. `name` says what they are for and becomes part of a file's name. */
export type ShowOnce = (name: string, secrets: string) => Promise<void>;

/**
 * How to show secrets: on the stream when it is a terminal, or when a program reads it on purpose (`isAskedFor`). Any
 * other stream may be a journal or a container's log, which others read and which stays, so the secrets go to a file in
 * the data directory that only this account can read, and standard error names it. Throws before any secret exists when
 * no such file can be made.
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
    const sentence = `there is no terminal to show secrets on, and ${folder} can't be written; nothing was created`;
    throw new Error(sentence, { cause });
  }
  return async (name, secrets) => {
    const path = join(folder, `${name}-${new Date().toISOString().replace(/\W/g, "")}.txt`);
    await writeFile(path, secrets, { mode: 0o600, flag: "wx" });
    process.stderr.write(
      `The secrets are in ${path}, which only this account can read. Read it, then delete it.\n`,
    );
  };
}
