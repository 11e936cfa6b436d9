import type { SQL } from "bun";
import type { SessionStore } from "./found.ts";
import { type FilesOf, LAYOUTS } from "./layouts.ts";
import { StoreFailure } from "./store-failure.ts";

/** What there is beside a database. */
export type Beside = { filesOf?: FilesOf | undefined; changedAt?: Date | null };

/** Finds out how sessions stand in a database, which is closed with the store. Throws a failure where there are none. */
export async function openDatabase(sql: SQL, beside: Beside): Promise<SessionStore> {
  const { filesOf, changedAt = null } = beside;
  const close = () => sql.close();
  for (const layout of LAYOUTS) {
    const isThere = await sql`select 1 from ${sql(layout.table)} limit 1`.then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const names = await layout.names(sql);
    const read = async (name: string) => ({ ...(await layout.read(sql, name, filesOf)), changedAt });
    if (names.length > 0) return { kind: layout.kind, names, read, close };
  }
  await close();
  throw new StoreFailure("this database holds no session that is known here", {
    hint: `Sessions are looked for in the tables ${LAYOUTS.map(({ table }) => table).join(", ")}`,
  });
}
