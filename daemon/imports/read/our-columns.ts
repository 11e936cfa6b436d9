/** Columns that Waypost adds to the refused lines of a file, so that they can be corrected and imported again. */
export const REFUSED_LINE = "refused_line";
export const REFUSED_REASON = "refused_reason";

/** Columns that Waypost writes and imports ignore. */
export const OURS: readonly string[] = [
  "contact_id",
  "created_at",
  "updated_at",
  REFUSED_LINE,
  REFUSED_REASON,
];
