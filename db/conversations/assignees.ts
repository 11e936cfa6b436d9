import type { Queryable } from "../connection/client.ts";

/** Whether a conversation can be assigned to a user of this id: there is one, who may log in and answer. */
export async function isColleague(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<{ is: boolean }[]>`select is_colleague(${organizationId}, ${id}) as is`;
  return row?.is ?? false;
}

/** Makes nobody's what is assigned to a user and not closed, with the events of it. */
export async function releaseConversations(
  sql: Queryable,
  organizationId: string,
  userId: string,
): Promise<void> {
  await sql`select release_conversations(${organizationId}, ${userId})`;
}
