import { contextOf, type Maker, textOf } from "./kind.ts";

/** A field that no version of the protocol buffers has: what a client sees of kinds newer than itself. */
const UNKNOWN_FIELD = Buffer.from([0xda, 0xf7, 0x02, 0x03, 0x0a, 0x01, 0x61]);

/** A message of a kind that nobody knows. */
export const unsupported: Maker = () => ({ message: new Uint8Array(UNKNOWN_FIELD) });

/** An invitation to an event: `name`. */
export const event: Maker = (content, scene) => ({
  type: "event",
  message: {
    eventMessage: {
      name: textOf(content, "name", "Party"),
      startTime: Math.floor(Date.now() / 1000) + 86_400,
      ...contextOf(content, scene),
    },
  },
});

/** An invitation to a group: `name`. */
export const groupInvite: Maker = (content) => ({
  type: "media",
  mediaType: "url",
  message: {
    groupInviteMessage: {
      groupJid: "120363000000000001@g.us",
      inviteCode: "abcdefgh",
      groupName: textOf(content, "name", "Group"),
    },
  },
});
