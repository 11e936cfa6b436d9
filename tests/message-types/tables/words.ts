import { characters, link, messageId, type Table, words } from "../table.ts";

const reply_to = { id: "wamid.first", participant: "14155550123@c.us" };

export const text: Table = {
  content: { body: "Hello", preview_url: true, reply_to },
  required: ["/body", "/reply_to/id"],
  limits: [words("/body", 4096), messageId("/reply_to/id"), words("/reply_to/participant", 128)],
  aliases: [
    [{ text: "Hello" }, { body: "Hello" }],
    [{ text: { body: "Hello" } }, { body: "Hello" }],
    [{ body: "Hello", text: "Bye" }, { body: "Hello" }],
  ],
  refused: [
    { because: "it is blank", content: { body: " \n\t" }, at: "/body", says: "must not be blank" },
    { because: "it is a number", content: { body: 5 }, at: "/body", says: "expected a string" },
    {
      because: "nobody is mentioned by a name",
      content: { body: "Hello @ada", mentions: ["ada"] },
      at: "/mentions/0",
      says: "expected string to match",
    },
    { because: "the alias is a list", content: { text: ["Hello"] }, at: "/body", says: "expected a string" },
  ],
};

export const locationRequest: Table = {
  content: { body: "Where are you?", reply_to },
  required: ["/body"],
  limits: [words("/body", 1024)],
  aliases: [
    [{ text: "Where are you?" }, { body: "Where are you?" }],
    [{ text: { body: "Where are you?" } }, { body: "Where are you?" }],
  ],
};

export const requestContactInfo: Table = {
  content: { body: "May we call you?", reply_to },
  required: ["/body"],
  limits: [words("/body", 1024)],
  aliases: [[{ text: "May we call you?" }, { body: "May we call you?" }]],
};

export const callPermissionRequest: Table = {
  content: { body: "May we call you about your order?", reply_to },
  required: [],
  limits: [words("/body", 1024)],
  aliases: [[{ text: "May we call you?" }, { body: "May we call you?" }]],
};

const url = "https://example.com/";

export const linkTable: Table = {
  content: { url, body: "Look", title: "A page", description: "About it", thumbnail_url: `${url}a.png` },
  required: ["/url"],
  limits: [
    link("/url", 2000),
    characters("/body", 4096 - url.length - 1, 1),
    words("/title", 300),
    words("/description", 1000),
    link("/thumbnail_url"),
  ],
  refused: [
    {
      because: "it is not https",
      content: { url: "http://example.com" },
      at: "/url",
      says: "expected a public HTTPS URL",
    },
  ],
};

export const editMessage: Table = {
  content: { message_id: "3EB0C431C26A1916E07E", body: "Better" },
  required: ["/message_id", "/body"],
  limits: [messageId("/message_id"), words("/body", 4096)],
};
