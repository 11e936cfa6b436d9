/**
 * When a backup is restored, everybody is erased again who was erased after it was made. The files' store, which is outside of
 * the database, has a small file for each erasure: the random ids of a contact, and no name or number of a person. It is named
 * by the erasure's number, and by when the installation was made: several may share a bucket, and each finds its own again in
 * any backup. After a restore the database knows fewer erasures than there are files.
 */
import { mkdir } from "node:fs/promises";
import { Value } from "@sinclair/typebox/value";
import type { Sql } from "../../db/connection/client.ts";
import { type ErasureKey, planErasure } from "../../db/erasing/erasures.ts";
import { findErased, readErased, takeErased } from "../../db/restores/erased.ts";
import { Type } from "../lib/typebox.ts";
import type { MediaStore } from "../media/stores/store.ts";

type Dependencies = { sql: Sql; store: MediaStore; incoming: string };

const Erased = Type.Object({ organization_id: Type.String(), contact_ids: Type.Array(Type.String()) });

/** Keeps outside of the database whom an erasure erases, before anything but the contact is gone. */
export async function keepErased({ sql, store, incoming }: Dependencies, key: ErasureKey): Promise<void> {
  const erased = await findErased(sql, key);
  if (erased === null) return;
  const { number, organization_id, contact_ids } = erased;
  const path = `${incoming}/erased.${crypto.randomUUID()}`;
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await Bun.write(path, JSON.stringify({ organization_id, contact_ids }), { mode: 0o600 });
  const { made_at } = await readErased(sql);
  await store.put(nameOf(made_at, number), path, "application/json");
}

/** Begins the erasures that are kept outside and that this database does not know. Nothing happens where it knows all. */
export async function eraseAgain({ sql, store }: Omit<Dependencies, "incoming">): Promise<void> {
  for (;;) {
    const { erased: known, made_at } = await readErased(sql);
    const nth = known + 1;
    const file = await store.open(nameOf(made_at, nth), null);
    if (file === null) return;
    const erased = Value.Parse(Erased, await new Response(file).json());
    await sql.begin(async (transaction) => {
      for (const key of await takeErased(transaction, nth, erased)) await planErasure(transaction, key, 0);
    });
  }
}

function nameOf(madeAt: string, number: number): string {
  return `erased/${madeAt}/${number}`;
}
