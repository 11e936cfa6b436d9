import type { Column } from "../../lib/output/column.ts";

/** The signing secret that a response holds. */
export const secretColumn: Column<{ secret: string }> = { title: "secret", value: ({ secret }) => secret };

export const KEEP_SECRET = "Store the secret now: it is not shown again.";
