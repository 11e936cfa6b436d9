import type { Queryable, Sql, Transaction } from "../connection/client.ts";

/** The key, and the request, for which a response is stored for 24 hours. */
export type IdempotencyInput = { organizationId: string; key: string; fingerprint: string };

/** A stored response: `response` is JSON text, or that sealed. */
export type StoredResponse = { status: number; response: string };

export type OnceOutcome =
  | { outcome: "done" | "replayed"; stored: StoredResponse }
  | { outcome: "key_reused" }
  | { outcome: "running" };

/**
 * Does the work once for an idempotency key, in the same transaction as its
 * response is stored in. A request in between gets `running`. When the work
 * throws, or the process dies, nothing is stored.
 */
export async function onceForKey(
  sql: Sql,
  input: IdempotencyInput,
  work: (transaction: Transaction) => Promise<StoredResponse>,
): Promise<OnceOutcome> {
  return await sql.begin<OnceOutcome>(async (transaction) => {
    if (!(await isFree(transaction, input))) return { outcome: "running" };
    if (!(await claim(transaction, input, null))) return await earlierResponse(transaction, input);
    const stored = await work(transaction);
    await store(transaction, input, stored);
    return { outcome: "done", stored };
  });
}

/**
 * The same for work that is done elsewhere, too long for a transaction: the key
 * is claimed first, for at most `claimMs`. When the process dies meanwhile, the
 * work is done again by the first who asks after that.
 */
export async function onceElsewhere(
  sql: Sql,
  input: IdempotencyInput,
  claimMs: number,
  work: () => Promise<StoredResponse>,
): Promise<OnceOutcome> {
  const earlier = await sql.begin<OnceOutcome | null>(async (transaction) => {
    if (!(await isFree(transaction, input))) return { outcome: "running" };
    return (await claim(transaction, input, claimMs)) ? null : await earlierResponse(transaction, input);
  });
  if (earlier !== null) return earlier;
  try {
    const stored = await work();
    await store(sql, input, stored);
    return { outcome: "done", stored };
  } catch (cause) {
    await release(sql, input);
    throw cause;
  }
}

/** Whether no other transaction is at work for the key; until this one ends, none will be. */
async function isFree(transaction: Transaction, { organizationId, key }: IdempotencyInput): Promise<boolean> {
  const [row] = await transaction<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${organizationId} ${key}`}, 0)) as free`;
  return row?.free === true;
}

/** False when the key has a response, or work that is still running. */
async function claim(
  sql: Queryable,
  { organizationId, key, fingerprint }: IdempotencyInput,
  claimMs: number | null,
): Promise<boolean> {
  const [row] = await sql<{ claimed: boolean }[]>`
    select claim_key(
      ${organizationId}, ${key}, ${fingerprint}, 0, '', after_milliseconds(${claimMs})
    ) as claimed`;
  return row?.claimed === true;
}

async function store(
  sql: Queryable,
  { organizationId, key, fingerprint }: IdempotencyInput,
  { status, response }: StoredResponse,
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${status}, response = ${response}, claimed_until = null
    where organization_id = ${organizationId} and key = ${key} and fingerprint = ${fingerprint} and status = 0`;
}

async function release(
  sql: Queryable,
  { organizationId, key, fingerprint }: IdempotencyInput,
): Promise<void> {
  await sql`
    delete from idempotency_keys
    where organization_id = ${organizationId} and key = ${key} and fingerprint = ${fingerprint} and status = 0`;
}

async function earlierResponse(
  sql: Transaction,
  { organizationId, key, fingerprint }: IdempotencyInput,
): Promise<OnceOutcome> {
  const [row] = await sql<(StoredResponse & { outcome: "replayed" | "running" | "key_reused" })[]>`
    select outcome, status, response from earlier_answer(${organizationId}, ${key}, ${fingerprint})`;
  if (row?.outcome !== "replayed") return { outcome: row?.outcome ?? "key_reused" };
  return { outcome: "replayed", stored: { status: row.status, response: row.response } };
}
