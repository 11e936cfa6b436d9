import type { Queryable } from "../../db/connection/client.ts";
import { type MediaUsage, mediaUsage } from "../../db/media/usage.ts";
import { MediaFailure } from "./media-error.ts";

export type SpaceDependencies = {
  sql: Queryable;
  /** The space, for files, of an organisation without a limit of its own; 0 is no limit. */
  organizationMediaGb: number;
};

/** How much space an organisation has left for files. */
export type Space = {
  /** Throws when a file of this many bytes does not fit; a file of unknown size is let through. */
  refuseLarger(size: number | null): void;
};

/** Reads how much space is left. Throws the retryable failure `media_no_room` when none is. */
export async function findSpace(dependencies: SpaceDependencies, organizationId: string): Promise<Space> {
  const usage = await mediaUsage(dependencies.sql, organizationId, dependencies.organizationMediaGb);
  const left = usage.most_bytes === null ? Number.POSITIVE_INFINITY : usage.most_bytes - usage.bytes;
  if (left <= 0) throw noRoom(usage, "which is used up");
  return {
    refuseLarger(size) {
      if (size !== null && size > left)
        throw noRoom(usage, `of which ${left} bytes are left; this one has ${size}`);
    },
  };
}

/**
 * Throws as above when an organisation's stored files, with those that this transaction stored, take more than they
 * may. Other transactions that store files of it wait for the end of this one.
 */
export async function requireSpace(dependencies: SpaceDependencies, organizationId: string): Promise<void> {
  const usage = await mediaUsage(dependencies.sql, organizationId, dependencies.organizationMediaGb);
  if (usage.most_bytes !== null && usage.bytes > usage.most_bytes)
    throw noRoom(usage, "which other files took meanwhile");
}

function noRoom({ most_bytes }: MediaUsage, reason: string): MediaFailure {
  const most = `${(most_bytes ?? 0) / GIGABYTE} GB`;
  return new MediaFailure(
    "media_no_room",
    `the files of this organisation may take ${most}, ${reason}`,
    true,
  );
}

const GIGABYTE = 1_000_000_000;
