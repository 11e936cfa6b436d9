/** A database that was made by the migrations from which the tables were gathered has what the baseline makes. */
import type { Transaction } from "../connection/client.ts";
import { checksumOf, migrationChecksumOf } from "./checksums.ts";
import { refuseIfTooNew, UnfitError } from "./fits.ts";
import { BASELINE } from "./sql-files.ts";

/** The checksum of the names of these migrations, a line each. */
const GATHERED = "db04036c6bf8df872d5123d978bfe7c4663a3ecc450e686ad66f9db2d75a3c76";

/**
 * Writes down the baseline in the place of the migrations before it. Throws `UnfitError`, having changed nothing, when the database
 * lacks some of them, or a daemon runs that takes it for what it was.
 */
export async function adoptBaseline(transaction: Transaction, program?: string): Promise<void> {
  const [name, text] = BASELINE;
  const rows = await transaction<{ name: string }[]>`
    select name from schema_migrations where name < ${name} collate "C" order by name collate "C"`;
  const names = rows.map((row) => row.name);
  if (names.length === 0) return;
  if (checksumOf(names.join("\n")) !== GATHERED)
    throw new UnfitError(
      `The database was made by an early state of Waypost (its newest migration is ${names.at(-1)}). Start the last state before the tables were gathered on it once (see CHANGELOG.md), then this one; or export what you need and start with a new database. Nothing was changed.`,
    );
  await refuseIfTooNew(transaction, [[name, `-- needs: ${name.slice(0, 4)}`]], program);
  await transaction`delete from schema_migrations where name < ${name} collate "C"`;
  await transaction`insert into schema_migrations (name, checksum) values (${name}, ${migrationChecksumOf(text)})`;
  await dropLeftOver(transaction);
}

/** What the migrations left there and nothing uses. */
async function dropLeftOver(transaction: Transaction): Promise<void> {
  // with the functions of versions before, which no daemon that runs calls
  await transaction`drop type cost_change cascade`;
  await transaction`alter table organizations drop column currency`;
  await keepOneCurrency(transaction);
  await transaction`alter table rate_cards drop constraint rate_cards_currency_valid_from_key, add unique (valid_from)`;
}

/** Rate cards in a second currency counted nothing. */
async function keepOneCurrency(transaction: Transaction): Promise<void> {
  const [first] = await transaction<
    { currency: string }[]
  >`select currency from rate_cards order by id limit 1`;
  if (first === undefined) return;
  const others = transaction`select id from rate_cards where currency <> ${first.currency}`;
  await transaction`delete from rates where card_id in (${others})`;
  await transaction`delete from rate_cards where currency <> ${first.currency}`;
}
