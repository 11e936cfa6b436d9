import { messageId, range, type Table, words } from "../table.ts";

const message_id = "wamid.first";
const emoji = ["👍", "👩🏽‍🚀", "🇮🇳", "3️⃣", "❤", "❤️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", ""];
const others = ["👍👍", "a", "7", "👍!", " 👍", "🇮"];

export const reaction: Table = {
  content: { message_id, reaction: "👍", from_me: false, participant: "14155550123@c.us" },
  required: ["/message_id", "/reaction"],
  limits: [messageId("/message_id"), words("/participant", 128)],
  taken: Object.fromEntries(emoji.map((reaction) => [`${reaction || "nothing"}`, { message_id, reaction }])),
  refused: others.map((reaction) => ({
    because: `${reaction} is not one emoji`,
    content: { message_id, reaction },
    at: "/reaction",
    says: "expected one emoji",
  })),
};

export const markAsRead: Table = {
  content: { message_id, typing_indicator: true },
  required: ["/message_id"],
  limits: [messageId("/message_id")],
  refused: [
    {
      because: "its indicator is a word",
      content: { message_id, typing_indicator: "text" },
      at: "/typing_indicator",
      says: "expected true or false",
    },
  ],
};

export const presence: Table = {
  content: { presence: "composing", duration_ms: 1000 },
  required: ["/presence"],
  limits: [range("/duration_ms", 0, 25_000)],
  taken: Object.fromEntries(
    ["composing", "recording", "paused", "available", "unavailable"].map((presence) => [
      presence,
      { presence },
    ]),
  ),
  refused: [
    {
      because: "nobody knows this presence",
      content: { presence: "asleep" },
      at: "/presence",
      says: "expected one of composing, recording, paused, available, unavailable",
    },
    {
      because: "being there does not last",
      content: { presence: "available", duration_ms: 1 },
      at: "/duration_ms",
      says: "only composing and recording have a duration",
    },
  ],
};

export const deleteMessage: Table = {
  content: { message_id, from_me: false, participant: "14155550123@c.us" },
  required: ["/message_id"],
  limits: [messageId("/message_id"), words("/participant", 128)],
  taken: { "a message of ours": { message_id } },
  refused: [
    {
      because: "it is somebody else's",
      content: { message_id, from_me: false },
      at: "/participant",
      says: "required when from_me is false",
    },
  ],
};

export const messageStatusQuery: Table = {
  content: { message_id },
  required: ["/message_id"],
  limits: [messageId("/message_id")],
};

export const messageMediaDownload: Table = messageStatusQuery;
