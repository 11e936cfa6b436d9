import type { Transaction } from "../connection/client.ts";

/**
 * Notes a try to register a number, unless there were `most` of them in the
 * last `hours`; in the caller's transaction. Null when it may be tried; otherwise when that is possible again.
 */
export async function noteRegistration(
  transaction: Transaction,
  organizationId: string,
  phoneNumberId: string,
  { most, hours }: { most: number; hours: number },
): Promise<Date | null> {
  await transaction`select pg_advisory_xact_lock(hashtext('waypost.register.' || ${phoneNumberId}))`;
  await transaction`
    delete from phone_registrations
    where phone_number_id = ${phoneNumberId} and tried_at <= now() - make_interval(hours => ${hours})`;
  const [row] = await transaction<{ tries: number; free_at: Date | null }[]>`
    select count(*) as tries, min(tried_at) + make_interval(hours => ${hours}) as free_at
    from phone_registrations where phone_number_id = ${phoneNumberId}`;
  if (row !== undefined && row.tries >= most && row.free_at !== null) return row.free_at;
  await transaction`
    insert into phone_registrations (phone_number_id, organization_id)
    values (${phoneNumberId}, ${organizationId})`;
  return null;
}
