/**
 * Tries every fault with the driver at a path, on the database at a URL, and prints what was seen of each within some
 * milliseconds, and what would have ended the process.
 */
import type postgres from "postgres";
import { FAULTS } from "./all.ts";
import type { Fault, Open } from "./fault.ts";

const [path = "", url = "", longestMs] = Bun.argv.slice(2);
const { default: open } = (await import(path)) as { default: typeof postgres };
const crashes: string[] = [];
process.on("uncaughtException", (error) => void crashes.push(String(error)));
process.on("unhandledRejection", (error) => void crashes.push(String(error)));

async function seenOf(fault: Fault): Promise<unknown> {
  const pools: postgres.Sql[] = [];
  const openOne: Open = (options) => {
    const pool = open(url, { max: 1, fetch_types: false, onnotice: () => {}, ...options });
    pools.push(pool);
    return pool;
  };
  const nothing = Bun.sleep(Number(longestMs)).then(() => "nothing came");
  const seen = await Promise.race([fault.seen(openOne).catch(String), nothing]);
  await Promise.all(pools.map((pool) => pool.end({ timeout: 0 })));
  return seen;
}

const seen = await Promise.all(FAULTS.map(seenOf));
process.stdout.write(JSON.stringify({ seen, crashes }));
process.exit(0);
