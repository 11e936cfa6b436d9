import type { Queryable, Transaction } from "../connection/client.ts";

/** What is gone through when costs are counted anew: what nobody charged, the days, what is only expected. */
export type RecountStage = "charges" | "days" | "expected";

/** How far an organisation's costs are counted anew. */
export type RecountRow = {
  organization_id: string;
  /** The first day, such as 2026-10-01. */
  since: string;
  stage: RecountStage;
  day: string | null;
  message_id: string | null;
  participant: string;
  /** JSON. */
  places: string;
  settles_at: Date;
};

/** The first day that is counted anew at this moment; nothing once all is counted. */
export type Counting = { counting_since?: string };

/** What is counted anew, of one organisation or (null) of all. */
export async function findCounting(sql: Queryable, organizationId: string | null): Promise<Counting> {
  const [row] = await sql<{ since: string | null }[]>`
    select min(said_since)::text as since from cost_recounts
    where said_since <= current_date and (${organizationId}::text is null or organization_id = ${organizationId})`;
  return typeof row?.since === "string" ? { counting_since: row.since } : {};
}

/** Has everybody's costs counted anew since a day. */
export async function askRecounts(transaction: Transaction, since: string): Promise<Counting> {
  await transaction`select ask_recounts(${since}::text::date)`;
  return await findCounting(transaction, null);
}

/** Takes the count of an organisation for this transaction, alone; null where nothing is counted. */
export async function holdRecount(
  transaction: Transaction,
  organizationId: string,
): Promise<RecountRow | null> {
  // a slice rather gives up than holds up those who send and receive
  await transaction`set local lock_timeout = '300ms'`;
  // before the row, as those who charge
  await transaction`select hold_charges(${organizationId}, true)`;
  const [row] = await transaction<RecountRow[]>`
    select organization_id, since::text, stage, day::text, message_id, participant, places::text, settles_at
    from cost_recounts where organization_id = ${organizationId} for update`;
  return row ?? null;
}

/** Writes down how far it is; a new stage begins at its beginning. */
export async function keepRecount(
  transaction: Transaction,
  organizationId: string,
  place: Partial<Pick<RecountRow, "stage" | "day" | "message_id" | "participant" | "places">>,
): Promise<void> {
  const { places, ...columns } = place;
  await transaction`
    update cost_recounts set ${transaction(columns)}
      ${places === undefined ? transaction`` : transaction`, places = ${places}::text::jsonb`}
    where organization_id = ${organizationId}`;
}

/** Says that all is counted, and has broadcasts try again that wait for a budget. What other daemons charge until it settles is looked for once more then. */
export async function sayCounted(
  transaction: Transaction,
  { organization_id, settles_at }: RecountRow,
): Promise<void> {
  await transaction`update cost_recounts set said_since = null where organization_id = ${organization_id}`;
  await transaction`select retry_broadcasts(${organization_id})`;
  await planRecount(transaction, organization_id, settles_at);
}

export async function endRecount(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction`delete from cost_recounts where organization_id = ${organizationId}`;
}

/** Continues from a time on. */
export async function planRecount(sql: Queryable, organizationId: string, at: Date): Promise<void> {
  await sql`select queue_recount(${organizationId}, ${at})`;
}
