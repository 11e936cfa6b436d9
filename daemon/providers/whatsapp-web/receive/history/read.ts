import type { Library } from "../../library/library.ts";
import { createDigest, type Learnt } from "./digest.ts";
import { type Inflated, walkInflated } from "./inflate.ts";
import { HISTORY } from "./shapes.ts";
import type { Compressed } from "./source.ts";
import { createWalker } from "./walk.ts";

/** The result of reading. */
export type HistoryRead = Inflated & {
  people: number;
  /** Records that could not be read, and were passed over. */
  broken: number;
};

/** The number of people and pairs that are stored together: other work must not wait for thousands. */
const AT_ONCE = 200;

/**
 * Reads a part of the history as it is inflated and hands on a few people at a time. What was read before damage counts.
 * Rejects when `store` does.
 */
export async function readHistory(
  library: Library,
  compressed: Compressed,
  store: (learnt: Learnt) => Promise<void>,
): Promise<HistoryRead> {
  const digest = createDigest(library);
  let people = 0;

  async function storeDigest(): Promise<void> {
    const learnt = digest.take();
    await store(learnt);
    people += learnt.people.length;
  }

  const read = await walkInflated(compressed, createWalker(HISTORY, digest.add), async () => {
    if (digest.size() >= AT_ONCE) await storeDigest();
  });
  await storeDigest();
  return { ...read, people, broken: digest.broken() };
}
