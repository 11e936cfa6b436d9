import type { Column } from "../../lib/output/column.ts";

/** The key itself, which a response holds once. */
export const secretKeyColumn: Column<{ key: string }> = { title: "key", value: ({ key }) => key };

export const KEEP_KEY = "Store the key now: it is not shown again.";
