import type { Queryable, Sql } from "../connection/client.ts";
import type { NewChats } from "./new-chats.ts";
import { keepBudgets } from "./number-budgets.ts";
import type { ChannelRestriction } from "./restrictions.ts";
import type { ChannelSettings } from "./settings.ts";

export type ChannelRow = {
  organization_id: string;
  id: string;
  platform: string;
  /** Created in the sandbox: its keys are the sandbox's and go nowhere else. */
  sandbox: boolean;
  status: string;
  status_reason: string | null;
  name: string;
  phone_number: string | null;
  /** Of another phone that was paired with it, and refused. */
  offered_number: string | null;
  /** Since when it has its number, if it had another before. */
  number_since: Date | null;
  phone_number_id: string | null;
  waba_id: string | null;
  /** Under which ids programs made for Meta's Cloud API name it: Meta's own, else such as were made of its id. */
  graph_phone_number_id: string;
  graph_account_id: string;
  /** Encrypted; see daemon/secrets. */
  access_token: string | null;
  /** Null when the token does not end, or its end is not known. */
  token_expires_at: Date | null;
  /** When the token first reached the number; null while it is only said to. Such a channel receives nothing. */
  proven_at: Date | null;
  /** When the account first listed the number to the token. */
  account_proven_at: Date | null;
  quality_rating: string | null;
  messaging_limit: string | null;
  /** Meta's id of the business that owns the number's account; null while it is not known. */
  portfolio_id: string | null;
  /** Of the number's account, whose days and months its messages are charged by; null while it is not known. */
  time_zone: string | null;
  /** Since when its business pays the international rate for codes, by country (`*`: any other); null: it does not. */
  international: Record<string, string> | null;
  new_chats: NewChats | null;
  throughput: number | null;
  coexists: boolean;
  /** When the platform was asked for what is in the Business app. */
  history_asked_at: Date | null;
  settings: ChannelSettings;
  health_score: number | null;
  /** What its platform holds it back from; some may be over. */
  restrictions: ChannelRestriction[];
  last_seen_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** The channel on which daemons tell each other that a channel changed; the payload is its id. */
export const CHANNEL_CHANGED_CHANNEL = "waypost_channel_changed";

export const CHANNEL_COLUMNS = [
  "organization_id",
  "id",
  "platform",
  "sandbox",
  "status",
  "status_reason",
  "name",
  "phone_number",
  "offered_number",
  "number_since",
  "phone_number_id",
  "waba_id",
  "graph_phone_number_id",
  "graph_account_id",
  "access_token",
  "token_expires_at",
  "proven_at",
  "account_proven_at",
  "quality_rating",
  "messaging_limit",
  "portfolio_id",
  "time_zone",
  "international",
  "new_chats",
  "throughput",
  "coexists",
  "history_asked_at",
  "settings",
  "health_score",
  "restrictions",
  "last_seen_at",
  "created_at",
  "updated_at",
] as const;

export type NewChannel = Pick<
  ChannelRow,
  "organization_id" | "id" | "platform" | "status" | "name" | "settings"
> &
  Partial<
    Pick<
      ChannelRow,
      | "sandbox"
      | "phone_number"
      | "phone_number_id"
      | "waba_id"
      | "access_token"
      | "token_expires_at"
      | "proven_at"
      | "account_proven_at"
      | "status_reason"
      | "last_seen_at"
      | "quality_rating"
      | "messaging_limit"
      | "portfolio_id"
      | "time_zone"
      | "throughput"
      | "coexists"
    >
  > & {
    /** The platform drops a second copy of a message, so one whose outcome was lost is sent again at once. */
    drops_copies?: boolean;
  };

export async function insertChannel(sql: Queryable, channel: NewChannel): Promise<ChannelRow> {
  const [row] = await sql<ChannelRow[]>`
    insert into channels ${sql({ ...channel, settings: sql.json(channel.settings) })}
    returning ${sql(CHANNEL_COLUMNS)}`;
  if (row === undefined) throw new Error("the channel was not stored");
  await keepBudgets(sql, row);
  return row;
}

export async function findChannel(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ChannelRow | null> {
  const [row] = await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null`;
  return row ?? null;
}

/** The channel that has proven one of Meta's phone numbers to be its own, in any organisation. */
export async function findChannelByPhoneNumberId(
  sql: Queryable,
  phoneNumberId: string,
): Promise<ChannelRow | null> {
  const [row] = await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels
    where phone_number_id = ${phoneNumberId} and deleted_at is null and proven_at is not null`;
  return row ?? null;
}

/** An organisation's own channel of one of Meta's phone numbers, proven or not. */
export async function findOwnChannelByPhoneNumberId(
  sql: Queryable,
  organizationId: string,
  phoneNumberId: string,
): Promise<ChannelRow | null> {
  const [row] = await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels
    where organization_id = ${organizationId} and phone_number_id = ${phoneNumberId} and deleted_at is null`;
  return row ?? null;
}

/** The channels proven to be of one of Meta's business accounts, in any organisation. */
export async function findChannelsOfAccount(sql: Queryable, wabaId: string): Promise<ChannelRow[]> {
  return await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels
    where waba_id = ${wabaId} and deleted_at is null and account_proven_at is not null order by id`;
}

/** Channels of an organisation, newest first, older than `before`; of one platform alone, where it is named. */
export async function listChannels(
  sql: Sql,
  organizationId: string,
  only: readonly string[] | null,
  before: string | null,
  limit: number,
  platform: string | null = null,
): Promise<ChannelRow[]> {
  return await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels
    where organization_id = ${organizationId} and deleted_at is null
      and (${before}::text is null or id < ${before})
      ${only === null ? sql`` : sql`and id = any (${only as string[]})`}
      ${platform === null ? sql`` : sql`and platform = ${platform}`}
    order by id desc limit ${limit}`;
}

export type ChannelChanges = Partial<
  Pick<
    ChannelRow,
    | "name"
    | "sandbox"
    | "status"
    | "status_reason"
    | "access_token"
    | "token_expires_at"
    | "phone_number"
    | "offered_number"
    | "waba_id"
    | "account_proven_at"
    | "settings"
    | "last_seen_at"
    | "quality_rating"
    | "messaging_limit"
    | "portfolio_id"
    | "time_zone"
    | "throughput"
    | "coexists"
    | "history_asked_at"
  >
>;

/** Changes a channel and notifies every daemon; null when there is none. */
export async function updateChannel(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: ChannelChanges,
): Promise<ChannelRow | null> {
  const { settings, ...plain } = changes;
  const values = {
    ...plain,
    ...(settings === undefined ? {} : { settings: sql.json(settings) }),
    updated_at: new Date(),
  };
  const [row] = await sql<ChannelRow[]>`
    with changed as (
      update channels set ${sql(values)}
      where organization_id = ${organizationId} and id = ${id} and deleted_at is null
      returning ${sql(CHANNEL_COLUMNS)}
    )
    select changed.*, pg_notify(${CHANNEL_CHANGED_CHANNEL}, id) from changed`;
  return row ?? null;
}

/** Marks a channel as deleted: nothing is sent from it, its messages stay. A job cancels what waits. False when there is none. */
export async function deleteChannel(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await sql`
    with changed as (
      update channels set deleted_at = now(), access_token = null, status = 'disconnected', updated_at = now()
      where organization_id = ${organizationId} and id = ${id} and deleted_at is null
      returning id
    )
    select pg_notify(${CHANNEL_CHANGED_CHANNEL}, id), plan_lane_end(${organizationId}, 'channel', id) from changed`;
  return rows.length > 0;
}
