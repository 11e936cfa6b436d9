import { items, type Json, link, type Table, words } from "../table.ts";

const media_url = "https://example.com/a";
const url_button = { title: "Open", url: media_url };
const reply = (index: number) => ({ id: `id ${index}`, title: `Title ${index}` });
const file = { media_type: "image", media_url };
const card = { ...file, body: "Card", url_button };
const cardsOf = (...cards: Json[]) => ({ body: "Look", cards });
const replies = (...buttons: Json[]) => ({ ...file, buttons });

export const mediaCarousel: Table = {
  content: cardsOf(card, card),
  required: [
    ...["/body", "/cards", "/cards/0/media_type", "/cards/0/media_url"],
    ...["/cards/0/url_button/title", "/cards/0/url_button/url"],
  ],
  limits: [
    words("/body", 1024),
    items("/cards", 2, 10, () => card),
    words("/cards/0/body", 160),
    link("/cards/0/media_url"),
    words("/cards/0/url_button/title", 20),
    link("/cards/0/url_button/url", 2000),
  ],
  taken: {
    "videos with three buttons each": cardsOf(
      { ...replies(reply(0), reply(1), reply(2)), media_type: "video" },
      { ...replies(reply(3), reply(4), reply(5)), media_type: "video" },
    ),
    "two line breaks": cardsOf({ ...card, body: "a\nb\nc" }, card),
  },
  refused: [
    {
      because: "a card has neither a link nor buttons",
      content: cardsOf(file, file),
      at: "/cards/0",
      says: "expected either url_button or buttons",
    },
    {
      because: "a card has a link and buttons",
      content: cardsOf({ ...card, buttons: [reply(0)] }, card),
      at: "/cards/0",
      says: "expected either url_button or buttons",
    },
    {
      because: "its cards are of two kinds",
      content: cardsOf(card, replies(reply(0))),
      at: "/cards/1",
      says: "expected the same kind and number of buttons as on the first card",
    },
    {
      because: "its cards have different numbers of buttons",
      content: cardsOf(replies(reply(0)), replies(reply(1), reply(2))),
      at: "/cards/1",
      says: "expected the same kind and number of buttons as on the first card",
    },
    {
      because: "it has images and videos",
      content: cardsOf(card, { ...card, media_type: "video" }),
      at: "/cards/1/media_type",
      says: "expected image, as on the first card",
    },
    {
      because: "a card has a document",
      content: cardsOf(card, { ...card, media_type: "document" }),
      at: "/cards/1/media_type",
      says: "expected one of image, video",
    },
    {
      because: "a card has three line breaks",
      content: cardsOf(card, { ...card, body: "a\nb\nc\nd" }),
      at: "/cards/1/body",
      says: "at most 2 line breaks",
    },
    {
      because: "a card has four buttons",
      content: cardsOf(replies(reply(0), reply(1), reply(2), reply(3)), replies(reply(4))),
      at: "/cards/0/buttons",
      says: "at most 3 items, not 4",
    },
    {
      because: "two buttons of a card have one id",
      content: cardsOf(replies(reply(0), reply(0)), replies(reply(1), reply(2))),
      at: "/cards/0/buttons/1/id",
      says: "must be unique",
    },
  ],
};
