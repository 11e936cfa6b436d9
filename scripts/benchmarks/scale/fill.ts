/** Stored messages to measure beside; not begun when a sample of them says that it would take too long or too much. */
import type { Sql } from "../../../db/connection/client.ts";
import { rounded } from "../statistics.ts";
import { bytesOf, grownBy, type TableSize, tableSizes } from "./disk.ts";
import { type BigRows, makeBigRows } from "./rows.ts";
import type { ScaleSizes } from "./sizes.ts";

/** What was stored; `skipped` says why it was not, and what it would have taken. */
export type Filled = { seconds: number; disk: TableSize[]; skipped: string | null };

/** Made first when more than this is wanted: they say what the rest takes. */
const SAMPLE = 100_000;
const DAYS = 28;

export async function fill(
  sql: Sql,
  whose: Pick<BigRows, "organizationId" | "channelIds" | "endpointIds">,
  messages: number,
  limits: Pick<ScaleSizes, "mostMinutes" | "mostGigabytes">,
): Promise<Filled> {
  if (messages === 0) return { seconds: 0, disk: [], skipped: null };
  if (messages > SAMPLE) {
    // another's, so that its ids are not in the way
    const sample = await make(sql, { ...whose, organizationId: "org_sample" }, SAMPLE);
    const skipped = tooMuch(sample, messages, limits);
    if (skipped !== null) return { ...sample, skipped };
  }
  return { ...(await make(sql, whose, messages)), skipped: null };
}

async function make(
  sql: Sql,
  whose: Pick<BigRows, "organizationId" | "channelIds" | "endpointIds">,
  messages: number,
) {
  const before = await tableSizes(sql);
  const startedAt = performance.now();
  await makeBigRows(sql, { ...whose, messages, days: DAYS }, (made) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(`${made} of ${messages} messages after ${seconds} s\n`);
  });
  await sql`checkpoint`;
  const seconds = rounded((performance.now() - startedAt) / 1000);
  return { seconds, disk: grownBy(before, await tableSizes(sql), messages) };
}

function tooMuch(
  { seconds, disk }: Omit<Filled, "skipped">,
  messages: number,
  { mostMinutes, mostGigabytes }: Pick<ScaleSizes, "mostMinutes" | "mostGigabytes">,
): string | null {
  const minutes = Math.ceil((seconds * messages) / SAMPLE / 60);
  const gigabytes = Math.ceil((bytesOf(disk) * messages) / 1e9);
  if (minutes <= mostMinutes && gigabytes <= mostGigabytes) return null;
  return `left out: filling would take ${minutes} minutes and ${gigabytes} GB (--fill-minutes ${mostMinutes}, --fill-gigabytes ${mostGigabytes})`;
}
