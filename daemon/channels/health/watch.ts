import type { Logger } from "pino";
import {
  expectHealth,
  findHealth,
  readHealthSigns,
  type StoredHealth,
  takeForHealth,
  writeHealth,
} from "../../../db/channels/health.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { isDisconnected } from "../../../db/connection/connection-errors.ts";
import { sleep } from "../../lib/sleep.ts";
import { averageAfter, levelAfter } from "./levels.ts";
import { healthOf } from "./score.ts";

/** How long until a number's health is found again, and how often it is looked which ones that are. */
const TIMES = { everySeconds: 300, lookMs: 60_000 };
/** The first look comes soon, also of a daemon that is often restarted; daemons that start together look one by one. */
const FIRST_MS = 5000;
const AT_ONCE = 100;

type ChannelKey = { organizationId: string; channelId: string };

/** Finds the health of channels from what is counted of them, and writes it down. A number that was never paired has none. */
export async function findHealthOf(sql: Sql, keys: readonly ChannelKey[]): Promise<void> {
  for (const { previous, ...signs } of await readHealthSigns(sql, keys)) {
    if (signs.never_paired) continue;
    const { score, parts } = healthOf(signs);
    const key = { organizationId: signs.organization_id, channelId: signs.channel_id };
    await writeHealth(sql, key, {
      ...{ score, parts: JSON.stringify(parts), advice: parts[0]?.advice ?? null },
      average: averageAfter(previous, score, Date.now()),
      level: levelAfter(previous.level, score),
    });
  }
}

/** The health of a channel as it was found last; it is found now if it never was. Null for one that was never paired. */
export async function currentHealth(sql: Sql, key: ChannelKey): Promise<StoredHealth | null> {
  const stored = await findHealth(sql, key);
  if (stored !== null) return stored;
  await expectHealth(sql, key);
  await findHealthOf(sql, [key]);
  return await findHealth(sql, key);
}

/** Finds the health of all channels that wait for it. */
async function findAllHealth(sql: Sql, seconds: number): Promise<void> {
  let taken: ChannelKey[];
  do {
    taken = await takeForHealth(sql, { seconds, most: AT_ONCE });
    if (taken.length > 0) await findHealthOf(sql, taken);
  } while (taken.length === AT_ONCE);
}

/**
 * Finds the health of each channel every few minutes, one daemon each. Returns a function that stops it, and waits for
 * the look in progress.
 */
export function startHealthWatch(
  { sql, log }: { sql: Sql; log: Logger },
  { everySeconds, lookMs } = TIMES,
): () => Promise<void> {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    await sleep(FIRST_MS * Math.random(), stopping.signal);
    while (!stopping.signal.aborted) {
      await findAllHealth(sql, everySeconds).catch((cause: unknown) => {
        if (!isDisconnected(cause))
          log.warn({ err: cause }, "the health of numbers was not found; tried again");
      });
      await sleep(lookMs * (1 + Math.random()), stopping.signal);
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
