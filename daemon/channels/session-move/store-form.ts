import { type Static, Type } from "../../lib/typebox.ts";
import { MovedSessionSchema } from "./session-form.ts";
import type { SessionStore } from "./stores/found.ts";
import { StoreFailure } from "./stores/store-failure.ts";
import { openUpload, refusedStore } from "./uploaded-store.ts";

const MOST_SESSIONS = 50;

/** Files of another program's store. */
export const UploadedStoreSchema = Type.Object({
  files: Type.Record(Type.String(), Type.String(), {
    description:
      "The files by their paths, as base64: the folder of Baileys, or a file of SQLite with the one beside it that ends in `-wal`",
  }),
  session: Type.Optional(
    Type.String({ maxLength: 300, description: "The name of the session to answer with, with all its keys" }),
  ),
});

const FoundSchema = Type.Object({
  name: Type.String({ description: "Of the session in this store" }),
  number: Type.Union([Type.String(), Type.Null()], { description: "Digits; null where it can't be read" }),
  account_name: Type.Union([Type.String(), Type.Null()], { description: "What the account calls itself" }),
  keys: Type.Integer(),
  missing: Type.Array(Type.String(), { description: "What the store does not have, and what follows" }),
  problem: Type.Union([Type.String(), Type.Null()], { description: "Why it can't be read" }),
});

export const StoreSchema = Type.Object({
  kind: Type.String({ description: "Whose store it is" }),
  sessions: Type.Array(FoundSchema),
  session: Type.Optional(MovedSessionSchema),
});

/** What a store holds: each session without a secret, and the one that was asked for as the API takes it. Throws 422. */
export async function lookInto({
  files,
  session: wanted,
}: Static<typeof UploadedStoreSchema>): Promise<Static<typeof StoreSchema>> {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text, "base64")] as const);
  const store = await openUpload(new Map(bytes)).catch(refusedStore);
  try {
    const sessions: Static<typeof FoundSchema>[] = [];
    for (const name of store.names.slice(0, MOST_SESSIONS)) sessions.push(await shown(store, name));
    if (wanted === undefined) return { kind: store.kind, sessions };
    if (!store.names.includes(wanted))
      throw new StoreFailure("there is no session of this name in these files");
    return { kind: store.kind, sessions, session: (await store.read(wanted).catch(unreadable)).session };
  } catch (error) {
    return refusedStore(error);
  } finally {
    await store.close();
  }
}

async function shown(store: SessionStore, name: string): Promise<Static<typeof FoundSchema>> {
  try {
    const { number, name: account_name, missing, session } = await store.read(name).catch(unreadable);
    const keys = Object.values<object>(session.keys).reduce(
      (sum, values) => sum + Object.keys(values).length,
      0,
    );
    return { name, number, account_name, keys, missing, problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { name, number: null, account_name: null, keys: 0, missing: [], problem };
  }
}

/** Whatever else goes wrong with a file that somebody made by hand, or that is of another version. */
function unreadable(cause: unknown): never {
  if (cause instanceof StoreFailure) throw cause;
  throw new StoreFailure("it can't be read: it is not in a form that is known here", { cause });
}
