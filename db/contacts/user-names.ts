import type { Sql } from "../connection/client.ts";

/** Where somebody is reached who was found by their user name: `phone` or `lid`, and its digits. */
export type FoundPerson = { type: "phone" | "lid"; value: string; userName: string };

/** Makes a contact of somebody who was found by their user name, unless they are one; see db/contacts/user-names.sql. */
export async function meetByUserName(
  sql: Sql,
  { organizationId, channelId }: { organizationId: string; channelId: string },
  { type, value, userName }: FoundPerson,
): Promise<void> {
  await sql`select meet_by_user_name(${organizationId}, ${channelId}, ${type}, ${value}, ${userName})`;
}
