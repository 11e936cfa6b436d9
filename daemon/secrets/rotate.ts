import type { Sql } from "../../db/connection/client.ts";
import { sweep } from "../../db/lanes/daemons.ts";
import {
  aloneInRotation,
  announceKey,
  daemonsNotSealingWith,
  daemonsWithout,
  finishRotation,
  masterKeyState,
  notifyOfKeys,
  switchKey,
} from "../../db/secrets/secrets.ts";
import { sealedCheck, sealWithCurrentKey } from "./check.ts";
import type { Keyring } from "./envelope.ts";
import type { KeySource } from "./master-key.ts";
import { RotationError } from "./master-key-error.ts";
import { type ResealableColumn, type Resealed, resealUntilNothingIsLeft } from "./reseal.ts";

/** The result of a rotation. */
export type Rotation = {
  /** Id of the key that seals now. */
  key: string;
  /** Whether this completed a rotation that had been interrupted. */
  continued: boolean;
  /** For each `table.column` that holds secrets. */
  resealed: Map<string, Resealed>;
  /** Files with the previous keys, for older backups. */
  retired: string[];
};

export type RotationOptions = {
  sql: Sql;
  /** Holds the source's keys, and encrypts with the key that the database uses. */
  keyring: Keyring;
  source: KeySource;
  /** Every column that holds secrets. */
  columns: readonly ResealableColumn[];
  /** Called with each step done, one sentence at a time. */
  say?: (sentence: string) => void;
  /** How long every daemon may take to follow. */
  patienceMs?: number;
  /** How long a secret sealed just before may take to be stored. */
  settlingMs?: number;
};

const PATIENCE_MS = 60_000;
const SETTLING_MS = 3000;
const LOOK_EVERY_MS = 200;

/**
 * Replaces the master key while daemons work: announces the new key, seals with it once every
 * daemon knows it, seals everything again, and removes the old key from the file. An
 * interrupted rotation is continued. Throws `RotationError` when a daemon doesn't follow, when
 * only the operator can make a key and has not, or when another rotation runs.
 */
export async function rotateMasterKey(options: RotationOptions): Promise<Rotation> {
  const rotation = await aloneInRotation(options.sql, () => rotate({ ...DEFAULTS, ...options }));
  if (rotation === null) throw new RotationError("another rotation of the master key runs");
  return rotation;
}

const DEFAULTS = { say: () => {}, patienceMs: PATIENCE_MS, settlingMs: SETTLING_MS };

async function rotate(options: Required<RotationOptions>): Promise<Rotation> {
  const { sql, keyring, source, say } = options;
  const { rotating, announced_key } = await masterKeyState(sql);
  if (rotating) say(`Continuing the rotation to the key ${keyring.current()}.`);
  else await replace(options, announced_key);
  const key = keyring.current();
  await followed(options, () => daemonsNotSealingWith(sql, key), `do not encrypt with the key ${key}`);
  say(`Every daemon encrypts with the key ${key}. Encrypting what is stored again.`);
  const resealed = await resealUntilNothingIsLeft(sql, keyring, options.columns, options);
  await finishRotation(sql);
  return { key, continued: rotating, resealed, retired: retire(source, key, resealed, say) };
}

/** Chooses the new key, makes every daemon learn it, and seals with it. */
async function replace(options: Required<RotationOptions>, announced: string | null): Promise<void> {
  const { sql, keyring, say } = options;
  const old = keyring.current();
  const key = await nextKey(options, announced);
  await announceKey(sql, key);
  say(`The key ${key} is announced; waiting until every daemon knows it.`);
  const missing =
    `do not know the key ${key}. Give it to them beside the old one, and restart those that read their keys only at ` +
    "their start: from WAYPOST_MASTER_KEY, or from a copy, such as systemd's LoadCredential. Then run this again";
  await followed(options, () => daemonsWithout(sql, key), missing);
  keyring.sealWith(key);
  const check = sealedCheck(keyring);
  // nothing was written if a daemon that doesn't know the key has started meanwhile
  keyring.sealWith(old);
  await followed(options, () => switchKey(sql, key, check), missing);
  sealWithCurrentKey(keyring, await masterKeyState(sql), options.source.name);
  say(`From now on, the key ${key} encrypts instead of ${old}.`);
}

/** The id of the key to change to: the announced one, the source's newest, or a new one made there. */
async function nextKey({ keyring, source }: RotationOptions, announced: string | null): Promise<string> {
  const keys = (await source.read()) ?? [];
  const newest = keys[0]?.id;
  const chosen = keys.find(({ id }) => id === announced)?.id ?? newest;
  keyring.learn(keys);
  if (chosen !== undefined && chosen !== keyring.current()) return chosen;
  if (source.file === null) {
    throw new RotationError(
      `${source.name} has only the current key. Put a new one before it, separated by a space ` +
        "(create one with `openssl rand -base64 32`), give both to every daemon, by a restart where it has a copy of " +
        "them, and run this again",
    );
  }
  const made = source.file.add();
  keyring.learn(made);
  return made[0]?.id ?? keyring.current();
}

/** Waits until `laggards` names no daemon; daemons that are gone are not waited for. */
async function followed(
  { sql, patienceMs }: Required<RotationOptions>,
  laggards: () => Promise<string[]>,
  what: string,
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while (true) {
    const left = await laggards();
    if (left.length === 0) return;
    if (Date.now() > giveUpAt) throw new RotationError(`the daemons ${left.join(", ")} ${what}`);
    await notifyOfKeys(sql);
    await sweep(sql);
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/** Removes the previous keys from the file, unless a secret is left that one of them might open. */
function retire(
  source: KeySource,
  key: string,
  resealed: Map<string, Resealed>,
  say: (sentence: string) => void,
): string[] {
  if (source.file === null) {
    say(`You can remove every key except ${key} from the configuration.`);
    return [];
  }
  if ([...resealed.values()].some(({ unreadable }) => unreadable > 0)) return [];
  return source.file.keepOnly(key);
}
