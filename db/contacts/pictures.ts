import { type Queryable, type Sql, transact } from "../connection/client.ts";

type ContactKey = { organizationId: string; contactId: string };

export type PictureRow = { mime_type: string; bytes: Buffer };

/** Through which number WhatsApp is asked for a picture, and for whom there: `<digits>@lid` or `<digits>@s.whatsapp.net`. */
export type PictureQuestion = { channelId: string; person: string };

/** How long a picture stays as it is, and how many a number may ask for in an hour. */
export type PictureLimits = { freshHours: number; perHour: number };

/** The stored picture of a contact; null where there is none. */
export async function findPicture(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
): Promise<PictureRow | null> {
  const [row] = await sql<PictureRow[]>`
    select mime_type, bytes from contact_pictures
    where organization_id = ${organizationId} and contact_id = ${contactId} and bytes is not null`;
  return row ?? null;
}

/**
 * Notes that WhatsApp is asked for a contact's picture, through the connected number that they last wrote with. Null,
 * and nothing is noted, where it was asked lately, where there is no such number, or where that asked for too many.
 */
export async function beginPicture(
  sql: Sql,
  { organizationId, contactId }: ContactKey,
  { freshHours, perHour }: PictureLimits,
): Promise<PictureQuestion | null> {
  return await transact(sql, async (transaction) => {
    const question = await questionOf(transaction, { organizationId, contactId });
    if (question === null) return null;
    // one at a time counts, so that many at once can't ask for more than one may
    await transaction`select pg_advisory_xact_lock(hashtextextended(${`pictures ${question.channelId}`}, 0))`;
    const begun = await transaction`
      insert into contact_pictures as picture (organization_id, contact_id, channel_id)
      select ${organizationId}, ${contactId}, ${question.channelId}
      where (
        select count(*) from contact_pictures
        where organization_id = ${organizationId} and channel_id = ${question.channelId}
          and asked_at > now() - interval '1 hour'
      ) < ${perHour}
      on conflict (organization_id, contact_id) do update
      set channel_id = excluded.channel_id, asked_at = now()
      where picture.asked_at <= now() - make_interval(hours => ${freshHours})
      returning contact_id`;
    return begun.length === 0 ? null : question;
  });
}

async function questionOf(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
): Promise<PictureQuestion | null> {
  const [row] = await sql<{ channel_id: string; type: string; value: string }[]>`
    select conversation.channel_id, identity.type, identity.value
    from conversations as conversation
    join channels as channel on channel.organization_id = conversation.organization_id
      and channel.id = conversation.channel_id and channel.platform = 'whatsapp_unofficial'
      and channel.status in ('connected', 'restricted', 'degraded')
    join contact_identities as identity on identity.organization_id = conversation.organization_id
      and identity.contact_id = conversation.contact_id and identity.verified and identity.type in ('lid', 'phone')
    where conversation.organization_id = ${organizationId} and conversation.contact_id = ${contactId}
    order by conversation.updated_at desc, identity.type
    limit 1`;
  if (row === undefined) return null;
  const server = row.type === "lid" ? "lid" : "s.whatsapp.net";
  return { channelId: row.channel_id, person: `${row.value}@${server}` };
}

/** Stores what WhatsApp showed, or (null) that the person shows none. */
export async function keepPicture(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  picture: PictureRow | null,
): Promise<void> {
  await sql`
    update contact_pictures set mime_type = ${picture?.mime_type ?? null}, bytes = ${picture?.bytes ?? null}
    where organization_id = ${organizationId} and contact_id = ${contactId}`;
}

/** WhatsApp said nothing: it may be asked again an hour later. */
export async function putPictureOff(
  sql: Queryable,
  { organizationId, contactId }: ContactKey,
  { freshHours }: PictureLimits,
): Promise<void> {
  await sql`
    update contact_pictures set asked_at = now() - make_interval(hours => ${freshHours - 1})
    where organization_id = ${organizationId} and contact_id = ${contactId}`;
}

/** Forgets the picture of somebody who changed it. */
export async function forgetPicture(
  sql: Queryable,
  organizationId: string,
  { type, value }: { type: string; value: string },
): Promise<void> {
  await sql`
    delete from contact_pictures as picture using contact_identities as identity
    where identity.organization_id = ${organizationId} and identity.type = ${type} and identity.source = ''
      and identity.value = ${value} and identity.verified
      and picture.organization_id = ${organizationId} and picture.contact_id = identity.contact_id`;
}
