import { connect } from "../../../db/connection/client.ts";
import { isInstalled } from "../../../db/secrets/secrets.ts";
import { checkMasterKey } from "../../secrets/check.ts";
import { RotationError } from "../../secrets/master-key-error.ts";
import { type Rotation, rotateMasterKey } from "../../secrets/rotate.ts";
import type { Database } from "../database.ts";
import { SEALED_COLUMNS } from "../sealed-columns.ts";

/** `waypostd secrets rotate`: progress goes to standard error, what was done to standard output. Throws `RotationError`. */
export async function runRotation(database: Database, json: boolean): Promise<void> {
  const { databaseUrl, secrets: keyring, keys: source } = database;
  // its last write waits for the disk, and for all before it
  const sql = connect(databaseUrl, { max: 4, settings: { synchronous_commit: "off" } });
  try {
    if (!(await isInstalled(sql)))
      throw new RotationError("nothing is encrypted in this database yet; start a daemon on it first");
    await checkMasterKey(sql, keyring, source.name);
    const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
    const rotation = await rotateMasterKey({ sql, keyring, source, columns: SEALED_COLUMNS, say });
    process.stdout.write(json ? `${JSON.stringify(shown(rotation))}\n` : described(rotation));
  } finally {
    await sql.end();
  }
}

function shown({ resealed, ...rotation }: Rotation) {
  return { ...rotation, resealed: Object.fromEntries(resealed) };
}

function described({ key, resealed, retired }: Rotation): string {
  const lines = [...resealed].map(
    ([column, { rows, unreadable }]) =>
      `  ${column.padEnd(28)} ${String(rows).padStart(7)}${unreadable === 0 ? "" : `, and ${unreadable} that no key can decrypt`}`,
  );
  const unreadable = [...resealed.values()].some((done) => done.unreadable > 0);
  return [
    `Everything is encrypted with the key ${key} now. Rows that were encrypted again:`,
    ...lines,
    ...(unreadable
      ? ["Values that no key can decrypt were left as they are, and no key was removed from the file."]
      : []),
    ...retired.map((file) => `The previous key is in ${file}; it is needed only for backups made until now.`),
    "",
  ].join("\n");
}
