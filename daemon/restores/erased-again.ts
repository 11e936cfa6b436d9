/**
 * Who was erased since a backup is erased again once that is restored. The files' store, which is outside of the database, has
 * a small file for each erasure, named by its number: the random ids of a contact, and no name or number of a person. After a
 * restore the database knows fewer erasures than there are files.
 */
import { mkdir } from "node:fs/promises";
import { Value } from "@sinclair/typebox/value";
import type { Sql } from "../../db/connection/client.ts";
import { type ErasureKey, planErasure } from "../../db/erasing/erasures.ts";
import { countErased, findErased, takeErased } from "../../db/restores/erased.ts";
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
  await store.put(nameOf(number), path, "application/json");
}

/** Begins the erasures that are kept outside and that this database does not know. Nothing happens where it knows all. */
export async function eraseAgain({ sql, store }: Omit<Dependencies, "incoming">): Promise<void> {
  for (;;) {
    const nth = (await countErased(sql)) + 1;
    const file = await store.open(nameOf(nth), null);
    if (file === null) return;
    const erased = Value.Parse(Erased, await new Response(file).json());
    await sql.begin(async (transaction) => {
      for (const key of await takeErased(transaction, nth, erased)) await planErasure(transaction, key, 0);
    });
  }
}

function nameOf(number: number): string {
  return `erased/${number}`;
}
