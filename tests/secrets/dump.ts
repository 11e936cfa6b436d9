/** The database as a dump shows it, and how a secret would look there. */
import type { Sql } from "../../db/connection/client.ts";

/** Every table with its rows, each as JSON and as text, as a dump has them. */
export async function dumpOf(sql: Sql): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const dumped = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await sql.unsafe(`select to_json(one)::text as row, one::text as text from ${name} as one`);
    dumped.set(name, rows.map(({ row, text }) => `${row}\n${text}`).join("\n"));
  }
  return dumped;
}

/** The bytes of a secret in the forms in which they might be written. */
export function formsOf(secret: Uint8Array): string[] {
  const bytes = Buffer.from(secret);
  return [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url"), bytes.toString("hex")];
}
