import type { Queryable, Sql, Transaction } from "../connection/client.ts";

/** The key, and the request, for which a response is kept for 24 hours. */
export type IdempotencyInput = { organizationId: string; key: string; fingerprint: string };

/** A stored response: `response` is JSON text, or that sealed. */
export type StoredAnswer = { status: number; response: string };

export type OnceResult =
  | { outcome: "done" | "replayed"; answer: StoredAnswer }
  | { outcome: "key_reused" }
  | { outcome: "running" };

/**
 * Does the work once for an idempotency key, in the same transaction as its
 * answer is kept in. Whoever comes meanwhile is told that it is running. When
 * the work throws, or the process dies, nothing is kept.
 */
export async function onceForKey(
  sql: Sql,
  input: IdempotencyInput,
  work: (transaction: Transaction) => Promise<StoredAnswer>,
): Promise<OnceResult> {
  return await sql.begin<OnceResult>(async (transaction) => {
    if (!(await isFree(transaction, input))) return { outcome: "running" };
    if (!(await claim(transaction, input, null))) return await earlierAnswer(transaction, input);
    const answer = await work(transaction);
    await keep(transaction, input, answer);
    return { outcome: "done", answer };
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
  work: () => Promise<StoredAnswer>,
): Promise<OnceResult> {
  const earlier = await sql.begin<OnceResult | null>(async (transaction) => {
    if (!(await isFree(transaction, input))) return { outcome: "running" };
    return (await claim(transaction, input, claimMs)) ? null : await earlierAnswer(transaction, input);
  });
  if (earlier !== null) return earlier;
  try {
    const answer = await work();
    await keep(sql, input, answer);
    return { outcome: "done", answer };
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

/** False when the key has an answer, or work that is still running. */
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

async function keep(
  sql: Queryable,
  { organizationId, key, fingerprint }: IdempotencyInput,
  { status, response }: StoredAnswer,
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

async function earlierAnswer(
  sql: Transaction,
  { organizationId, key, fingerprint }: IdempotencyInput,
): Promise<OnceResult> {
  const [row] = await sql<(StoredAnswer & { outcome: "replayed" | "running" | "key_reused" })[]>`
    select outcome, status, response from earlier_answer(${organizationId}, ${key}, ${fingerprint})`;
  if (row?.outcome !== "replayed") return { outcome: row?.outcome ?? "key_reused" };
  return { outcome: "replayed", answer: { status: row.status, response: row.response } };
}
