/** How many chats WhatsApp lets a paired number begin within a cycle, by its own names; absent is what it never said. Null on a channel: nothing yet. */
export type NewChats = {
  /** `NONE`, `FIRST_WARNING`, `SECOND_WARNING` or `CAPPED`, at which messages to new people wait. */
  status?: string;
  /** Null: there is no limit. */
  total?: number | null;
  used?: number;
  /** ISO 8601. */
  cycle_start?: string | null;
  cycle_end?: string | null;
  ote_status?: string;
  mv_status?: string;
};
