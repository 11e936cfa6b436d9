import { createShares } from "../../../lib/turns/shares.ts";

/**
 * The disk and the database, which uploads of all organisations share: so many files at a time are made durable, in
 * turns. What waits for a client or a bucket is not in it, as that keeps nobody else from either.
 */
export const durably = createShares({ atOnce: 4 });
