import type { Queryable } from "../../../db/connection/client.ts";
import type { Caller } from "../../http/caller.ts";
import type { CreateBody } from "../plan/bodies.ts";
import { apartFromFile, type DraftBody } from "../plan/plan.ts";
import { type FileDependencies, takeFile } from "./take-file.ts";

/** A body without a file, and what queues its import in the transaction that keeps the draft. */
type Made<Result> = (body: DraftBody, queue: (transaction: Queryable) => Promise<void>) => Promise<Result>;

/**
 * Makes or changes a draft. The file of its audience, if it has one, is stored first, and forgotten when the draft is
 * not kept after all. `check` is done before. Throws 403 and 422.
 */
export async function withFile<Result>(
  dependencies: FileDependencies,
  caller: Caller,
  given: CreateBody,
  check: (body: DraftBody) => Promise<void>,
  make: Made<Result>,
): Promise<Result> {
  const { body, file } = apartFromFile(given);
  await check(body);
  if (file === null) return await make(body, async () => {});
  const taken = await takeFile(dependencies, caller, file, false);
  try {
    return await make({ ...body, audience: { import_id: taken.id } }, taken.queue);
  } finally {
    await taken.forget();
  }
}
