import type { Queryable } from "../connection/client.ts";

/** A file on a platform's servers, where it was uploaded for one number. */
export type MediaCopy = {
  organization_id: string;
  media_id: string;
  phone_number_id: string;
  provider_media_id: string;
  expires_at: Date;
};

type CopyKey = Pick<MediaCopy, "organization_id" | "media_id" | "phone_number_id">;

/** The platform's id of a file; null when it has none that is still good. */
export async function findCopy(
  sql: Queryable,
  { organization_id, media_id, phone_number_id }: CopyKey,
): Promise<string | null> {
  const [row] = await sql<Pick<MediaCopy, "provider_media_id">[]>`
    select provider_media_id from media_copies
    where organization_id = ${organization_id} and media_id = ${media_id} and phone_number_id = ${phone_number_id}
      and expires_at > now()`;
  return row?.provider_media_id ?? null;
}

/** Keeps where a file is, in place of where it was; nothing of a file that is deleted meanwhile. */
export async function keepCopy(sql: Queryable, copy: MediaCopy): Promise<void> {
  const { organization_id, media_id, phone_number_id, provider_media_id, expires_at } = copy;
  await sql`
    insert into media_copies (organization_id, media_id, phone_number_id, provider_media_id, expires_at)
    select organization_id, id, ${phone_number_id}, ${provider_media_id}, ${expires_at} from media
    where organization_id = ${organization_id} and id = ${media_id}
    on conflict (organization_id, media_id, phone_number_id) do update set
      provider_media_id = excluded.provider_media_id, expires_at = excluded.expires_at`;
}

/** Forgets where a file is. */
export async function forgetCopy(
  sql: Queryable,
  { organization_id, media_id, phone_number_id }: CopyKey,
): Promise<void> {
  await sql`
    delete from media_copies
    where organization_id = ${organization_id} and media_id = ${media_id} and phone_number_id = ${phone_number_id}`;
}
