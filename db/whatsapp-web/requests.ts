import type { Queryable, Sql } from "../connection/client.ts";

/** A request to a session; `request` is JSON as text. */
export type WebRequest = { organization_id: string; id: string; channel_id: string; request: string };

/** Notifications that a request was answered, with its id. */
export const WEB_ANSWER_CHANNEL = "waypost_web_answer";

/** So long somebody waits for an answer; what was not begun by then is not done at all. */
export const WEB_REQUEST_SECONDS = 20;

/** Sends a request to the holder of a channel's session, once the transaction is committed. */
export async function askWebSession(sql: Queryable, request: WebRequest): Promise<void> {
  await sql`
    insert into web_requests (organization_id, id, channel_id, request)
    values (${request.organization_id}, ${request.id}, ${request.channel_id}, ${request.request})`;
  await sql`select tell_web_session(${request.channel_id})`;
}

/** Takes the requests to these channels' sessions, longest waiting first. Nobody else gets them then. */
export async function takeWebRequests(
  sql: Sql,
  channelIds: readonly string[],
  limit: number,
): Promise<WebRequest[]> {
  const rows = await sql<(WebRequest & { asked_at: Date })[]>`
    update web_requests as request set taken_at = now()
    from (
      select organization_id, id from web_requests
      where taken_at is null and channel_id = any (${channelIds as string[]})
        and asked_at > now() - make_interval(secs => ${WEB_REQUEST_SECONDS})
      order by asked_at limit ${limit} for update skip locked
    ) as open
    where request.organization_id = open.organization_id and request.id = open.id
    returning request.organization_id, request.id, request.channel_id, request.request, request.asked_at`;
  return rows.toSorted((one, other) => one.asked_at.getTime() - other.asked_at.getTime());
}

/** Stores the result, JSON as text, and notifies the caller that waits for it. */
export async function answerWebRequest(
  sql: Sql,
  { organization_id, id }: Pick<WebRequest, "organization_id" | "id">,
  answer: string,
): Promise<void> {
  await sql`
    with answered as (
      update web_requests set answer = ${answer} where organization_id = ${organization_id} and id = ${id}
      returning id
    )
    select pg_notify(${WEB_ANSWER_CHANNEL}, id::text) from answered`;
}

/** Takes an answer away; null while there is none. */
export async function collectWebAnswer(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<string | null> {
  const [row] = await sql<{ answer: string }[]>`
    delete from web_requests
    where organization_id = ${organizationId} and id = ${id} and answer is not null returning answer`;
  return row?.answer ?? null;
}

/** Withdraws a request. Returns whether a session had begun with it: then its result is unknown. */
export async function withdrawWebRequest(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    delete from web_requests where organization_id = ${organizationId} and id = ${id}
    returning taken_at is not null as taken`;
  return row?.taken ?? false;
}

/** Deletes what nobody waits for any more. */
export async function forgetWebRequests(sql: Sql): Promise<void> {
  await sql`delete from web_requests where asked_at < now() - interval '1 hour'`;
}
