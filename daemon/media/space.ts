import type { Queryable } from "../../db/connection/client.ts";
import { type MediaUsage, mediaUsage } from "../../db/media/usage.ts";
import { MediaFailure } from "./media-error.ts";

export type SpaceDependencies = {
  sql: Queryable;
  /** What the files of an organisation without a limit of its own may take; 0 is no limit. */
  organizationMediaGb: number;
};

/** How much more an organisation's files may take. */
export type Space = {
  /** Throws when a file of so many bytes is more than that; one whose size nobody knows may come. */
  refuseLarger(size: number | null): void;
};

/** Looks how much is left. Throws a failure that passes, `media_no_room`, when nothing is. */
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

function noRoom({ most_bytes }: MediaUsage, reason: string): MediaFailure {
  const most = `${(most_bytes ?? 0) / GIGABYTE} GB`;
  return new MediaFailure(
    "media_no_room",
    `the files of this organisation may take ${most}, ${reason}`,
    true,
  );
}

const GIGABYTE = 1_000_000_000;
