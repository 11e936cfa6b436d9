/** A database that was made by the migrations from which the tables of 0.2.0 were gathered has what the baseline makes. */
import type { Transaction } from "../connection/client.ts";
import { checksumOf, migrationChecksumOf } from "./checksums.ts";
import { UnfitError } from "./fits.ts";
import { BASELINE } from "./sql-files.ts";

/** The checksum of the names of these migrations, a line each. */
const GATHERED = "c79a0696482632cad753a45a94526a2167fdc5ca4c4289f61cbcdbe6055b01ed";

/**
 * Writes down the baseline in the place of the migrations before it. Throws `UnfitError`, having changed nothing, when the database
 * lacks some of them.
 */
export async function adoptBaseline(transaction: Transaction): Promise<void> {
  const [name, text] = BASELINE;
  const rows = await transaction<{ name: string }[]>`
    select name from schema_migrations where name < ${name} collate "C" order by name collate "C"`;
  const names = rows.map((row) => row.name);
  if (names.length === 0) return;
  if (checksumOf(names.join("\n")) !== GATHERED)
    throw new UnfitError(
      `The database was made by a state of Waypost before 0.2.0 (its newest migration is ${names.at(-1)}). Start the last state before 0.2.0 on it once (see CHANGELOG.md), then this one; or export what you need and start with a new database. Nothing was changed.`,
    );
  await transaction`delete from schema_migrations where name < ${name} collate "C"`;
  await transaction`insert into schema_migrations (name, checksum) values (${name}, ${migrationChecksumOf(text)})`;
  // contacts to join that one of these migrations had listed, which the state before did at its start
  await transaction`drop table if exists number_forms`;
}
