import type { Shape } from "./walk.ts";

export type HistoryRecord = "conversation" | "message" | "name" | "mapping";

/** Who a message is of, what it says about the chat, and the addresses of those who got it; not what it says. */
const MESSAGE: Shape<HistoryRecord> = { record: "message", keep: [1, 24, 26, 40] };

/** The fields that are read of `HistorySync`, by number (Baileys, `WAProto.proto`). */
export const HISTORY: Shape<HistoryRecord> = {
  open: {
    // conversations: id, ephemeralExpiration, ephemeralSettingTimestamp, name, tcToken with its two times,
    // displayName, pnJid, lidJid, username, accountLid
    2: {
      record: "conversation",
      keep: [1, 9, 10, 13, 21, 22, 28, 38, 39, 42, 43, 49],
      open: { 2: { open: { 1: MESSAGE } } },
    },
    // pushnames
    7: { record: "name", keep: [1, 2] },
    // phoneNumberToLidMappings
    15: { record: "mapping", keep: [1, 2] },
  },
};

/**
 * The messages of a history as they are stored: key, message, messageTimestamp, status, participant and pushName of each
 * `WebMessageInfo`.
 */
export const PAST_MESSAGES: Shape<"message"> = {
  open: { 2: { open: { 2: { open: { 1: { record: "message", keep: [1, 2, 3, 4, 5, 19] } } } } } },
};
