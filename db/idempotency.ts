import type { Sql, Transaction } from "./client.ts";

/** Under which key, and for which request, an answer is kept for 24 hours. */
export type IdempotencyInput = { organizationId: string; key: string; fingerprint: string };

/** An answer as it is kept: `response` is JSON text. */
export type KeptAnswer = { status: number; response: string };

export type Kept = { outcome: "done" | "replayed"; answer: KeptAnswer } | { outcome: "key_reused" };

/**
 * Does the work once for an idempotency key, in the same transaction as its
 * answer is kept in. The first one that comes does it; those that come
 * meanwhile wait for it, and get its answer. When the work throws, nothing is kept.
 */
export async function onceForKey(
  sql: Sql,
  input: IdempotencyInput,
  work: (transaction: Transaction) => Promise<KeptAnswer>,
): Promise<Kept> {
  const { organizationId, key, fingerprint } = input;
  return await sql.begin<Kept>(async (transaction) => {
    const claimed = await transaction`
      insert into idempotency_keys as kept (organization_id, key, fingerprint, status, response)
      values (${organizationId}, ${key}, ${fingerprint}, 0, '')
      on conflict (organization_id, key) do update set fingerprint = excluded.fingerprint, created_at = now()
        where kept.created_at < now() - interval '24 hours'`;
    if (claimed.count === 0) return await earlierAnswer(transaction, input);
    const answer = await work(transaction);
    await transaction`
      update idempotency_keys set status = ${answer.status}, response = ${answer.response}
      where organization_id = ${organizationId} and key = ${key}`;
    return { outcome: "done", answer };
  });
}

async function earlierAnswer(sql: Transaction, input: IdempotencyInput): Promise<Kept> {
  const [row] = await sql<(KeptAnswer & { fingerprint: string })[]>`
    select status, response, fingerprint from idempotency_keys
    where organization_id = ${input.organizationId} and key = ${input.key}`;
  if (row === undefined || row.fingerprint !== input.fingerprint) return { outcome: "key_reused" };
  return { outcome: "replayed", answer: { status: row.status, response: row.response } };
}
