import type { SQL } from "bun";
import { failure } from "../../../lib/failures/failure.ts";
import type { FoundSession, SessionStore } from "./found.ts";
import { readWhatsmeow } from "./whatsmeow/read.ts";

/** How sessions stand in a database, known by a table that only it has. */
type Layout = {
  table: string;
  kind: string;
  names(sql: SQL): Promise<string[]>;
  read(sql: SQL, name: string): Promise<FoundSession>;
};

const WHATSMEOW: Layout = {
  table: "whatsmeow_device",
  kind: "a database of whatsmeow (GOWA, WAHA with GOWS, wuzapi, evolution-go)",
  async names(sql) {
    const rows: { jid: string }[] = await sql`select jid from whatsmeow_device order by jid`;
    return rows.map(({ jid }) => jid);
  },
  read: readWhatsmeow,
};

const LAYOUTS: readonly Layout[] = [WHATSMEOW];

/** Finds out how sessions stand in a database, which is closed with the store. Throws a failure where there are none. */
export async function openDatabase(
  sql: SQL,
  close: () => Promise<void>,
  changedAt: Date | null,
): Promise<SessionStore> {
  for (const layout of LAYOUTS) {
    const isThere = await sql`select 1 from ${sql(layout.table)} limit 1`.then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const names = await layout.names(sql);
    if (names.length === 0) throw failure(`${layout.kind} is here, but no session is in it`);
    return {
      kind: layout.kind,
      names,
      read: async (name) => ({ ...(await layout.read(sql, name)), changedAt }),
      async close() {
        await sql.close();
        await close();
      },
    };
  }
  await sql.close();
  throw failure("this database holds no session that is known here", {
    hint: `Known are the tables ${LAYOUTS.map(({ table }) => table).join(", ")}`,
  });
}
