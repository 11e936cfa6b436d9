import type { TestDaemon } from "../support/daemon.ts";

/** Emits an event of the daemon's organisation for each text, which is its body. */
export async function emitTexts(
  { sql, organizationId }: TestDaemon,
  texts: string[],
  type = "contact.updated",
): Promise<void> {
  await sql`
    select emit_events(array_agg(row(${organizationId}::text, null, ${type}::text, body)::event_input))
    from unnest(${texts}::text[]) as body`;
}
