import type { Queryable } from "../connection/client.ts";

/** The channel on which daemons notify each other of who looks at a conversation, or writes in it. */
export const ACTIVITY_CHANNEL = "waypost_activity";

/** Notifies every daemon, this one as well; nothing is stored. Postgres takes less than 8,000 bytes. */
export async function notifyActivity(sql: Queryable, payload: string): Promise<void> {
  await sql`select pg_notify(${ACTIVITY_CHANNEL}, ${payload})`;
}
