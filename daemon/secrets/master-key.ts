import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { outputOf } from "./command-output.ts";
import type { MasterKey } from "./envelope.ts";
import { errorCode, MASTER_KEY_FILE, makeKeyFile, readKeyFile, rewriteKeyFile } from "./key-file.ts";
import { MasterKeyError } from "./master-key-error.ts";

/** The configuration of the master key. */
export type KeySettings = {
  masterKey?: string | undefined;
  masterKeyFile?: string | undefined;
  masterKeyCommand?: string | undefined;
  home: string;
};

/** Where the master keys come from. */
export type KeySource = {
  /** The source as an operator knows it: a setting's name, or a path. */
  name: string;
  /** The keys, newest first; null when nothing holds one yet. Throws `MasterKeyError` when they can't be used. */
  read(): Promise<MasterKey[] | null>;
  /** How Waypost itself changes the keys; null where only the operator can. */
  file: KeyFile | null;
};

export type KeyFile = {
  /** Makes the first key. If another process is faster, its key is used. */
  make(): MasterKey[];
  /** Adds a new key in front of the others. */
  add(): MasterKey[];
  /** Keeps one key, moves each of the others to a file of its own, and returns these files. */
  keepOnly(id: string): string[];
};

const KEY_BYTES = 32;
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * The source of the master keys: `WAYPOST_MASTER_KEY`, else a file that is named, else the output of a command, else a
 * file in the data directory.
 */
export function keySource({ masterKey, masterKeyFile, masterKeyCommand, home }: KeySettings): KeySource {
  if (masterKey !== undefined) {
    const name = "WAYPOST_MASTER_KEY";
    return { name, read: async () => asKeys(masterKey, name), file: null };
  }
  if (masterKeyFile !== undefined) {
    const name = `WAYPOST_MASTER_KEY_FILE (${masterKeyFile})`;
    return { name, read: async () => asKeys(mountedText(masterKeyFile, name), name), file: null };
  }
  if (masterKeyCommand !== undefined) {
    const name = "the output of WAYPOST_MASTER_KEY_COMMAND";
    return { name, read: async () => asKeys(await outputOf(masterKeyCommand), name), file: null };
  }
  return fileSource(home);
}

/** The mount decides who else may read it. */
function mountedText(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new MasterKeyError(`${name} cannot be read (${errorCode(cause)})`, { cause });
  }
}

function fileSource(home: string): KeySource {
  const path = `${home}/${MASTER_KEY_FILE}`;
  const read = () => {
    const text = readKeyFile(path);
    return text === null ? null : asKeys(text, path);
  };
  const mustRead = () => {
    const keys = read();
    if (keys === null) throw new MasterKeyError(`${path} is gone; restore it`);
    return keys;
  };
  return {
    name: path,
    read: async () => read(),
    file: {
      make() {
        makeKeyFile(home, path, lineOf(randomBytes(KEY_BYTES)));
        return mustRead();
      },
      add() {
        const lines = [randomBytes(KEY_BYTES), ...mustRead().map(({ key }) => key)].map(lineOf);
        rewriteKeyFile(path, lines.join(""));
        return mustRead();
      },
      keepOnly(id) {
        const keys = mustRead();
        const retired = keys.filter((key) => key.id !== id);
        const files = retired.map((key) => `${path}.retired-${key.id}`);
        for (const [index, { key }] of retired.entries()) rewriteKeyFile(files[index] ?? path, lineOf(key));
        rewriteKeyFile(
          path,
          keys
            .filter((key) => key.id === id)
            .map(({ key }) => lineOf(key))
            .join(""),
        );
        return files;
      },
    },
  };
}

/** Several keys are separated by commas or white space. */
function asKeys(text: string, origin: string): MasterKey[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0) throw malformed(origin);
  return words.map((word) => asKey(word, origin));
}

function asKey(word: string, origin: string): MasterKey {
  const key = Buffer.from(word, "base64");
  if (!BASE64_OF_32_BYTES.test(word) || key.length !== KEY_BYTES) throw malformed(origin);
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 8), key: new Uint8Array(key) };
}

function malformed(origin: string): MasterKeyError {
  return new MasterKeyError(
    `${origin} does not have a master key (${KEY_BYTES} bytes in base64); restore the right one`,
  );
}

function lineOf(key: Uint8Array): string {
  return `${Buffer.from(key).toString("base64")}\n`;
}
