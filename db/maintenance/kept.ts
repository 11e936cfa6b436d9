/** For how long an organisation keeps things: nothing else knows. */
import type { Queryable } from "../connection/client.ts";

/** The kinds of things that are kept for a number of days. */
export const KINDS = ["messages", "files", "events", "logs"] as const;
export type KeptKind = (typeof KINDS)[number];
/** The kinds that a channel may have days of its own for. */
export type ChannelKind = "messages" | "files";

/** What an organisation has set, in days; null of its own is as long as it may, of a channel's as the organisation's. */
export type Retention = Record<KeptKind, number | null> & {
  channels: Record<string, Record<ChannelKind, number | null>>;
};

/** What an organisation has set, and the days that it may keep each kind at most. */
export type Keeping = { organizationId: string; set: Retention; most: Record<KeptKind, number> };

/** What the installation keeps at most, in days; of the audit log only where that is asked about. */
export type InstallationDays = { retentionDays: number; auditDays?: number };

const NOTHING_SET: Retention = { messages: null, files: null, events: null, logs: null, channels: {} };
const DAY_MS = 24 * 3600_000;

/** Of an organisation; one that is not there has set nothing. */
export async function findKeeping(
  sql: Queryable,
  organizationId: string,
  installation: InstallationDays,
): Promise<Keeping> {
  const [row] = await sql<KeepingRow[]>`
    select organization_id, retention_days, retention from organizations where organization_id = ${organizationId}`;
  return keepingOf(
    row ?? { organization_id: organizationId, retention_days: null, retention: null },
    installation,
  );
}

/** Of every organisation that may keep something for less time than the installation does. */
export async function keepingLess(sql: Queryable, installation: InstallationDays): Promise<Keeping[]> {
  const rows = await sql<KeepingRow[]>`
    select organization_id, retention_days, retention from organizations
    where retention_days < ${installation.retentionDays} or retention is not null
    order by organization_id`;
  return rows.map((row) => keepingOf(row, installation));
}

/** Sets all of it, in the caller's transaction. */
export async function saveRetention(
  sql: Queryable,
  organizationId: string,
  retention: Retention,
): Promise<void> {
  await sql`
    update organizations set retention = ${JSON.stringify(retention)} where organization_id = ${organizationId}`;
}

/** The ids of an organisation's channels, also of those that were deleted: their messages are kept as long as others. */
export async function channelIdsOf(sql: Queryable, organizationId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from channels where organization_id = ${organizationId} order by id`;
  return rows.map(({ id }) => id);
}

/**
 * For how many days a kind is kept: what is set for the channel, else for the organisation, and never more than it may. A
 * channel may keep longer than the organisation's others do.
 */
export function daysOf({ set, most }: Keeping, kind: KeptKind, channelId: string | null = null): number {
  const ofChannel = channelId === null || !isOfChannels(kind) ? null : set.channels[channelId]?.[kind];
  return Math.min(most[kind], ofChannel ?? set[kind] ?? most[kind]);
}

/** Before when a kind goes, at a time by the database's clock. */
export function cutoffOf(keeping: Keeping, at: Date, kind: KeptKind, channelId: string | null = null): Date {
  return new Date(at.getTime() - daysOf(keeping, kind, channelId) * DAY_MS);
}

function isOfChannels(kind: KeptKind): kind is ChannelKind {
  return kind === "messages" || kind === "files";
}

type KeepingRow = { organization_id: string; retention_days: number | null; retention: string | null };

function keepingOf(row: KeepingRow, { retentionDays, auditDays = 36_500 }: InstallationDays): Keeping {
  const most = Math.min(retentionDays, row.retention_days ?? retentionDays);
  return {
    organizationId: row.organization_id,
    set: row.retention === null ? NOTHING_SET : JSON.parse(row.retention),
    most: { messages: most, files: most, events: most, logs: auditDays },
  };
}
