import { type Static, Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { mustDiffer, refuse } from "../checks.ts";
import { MediaUrl, PageUrl, replyFields, strict, words } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { Body, ButtonTitle, Reply } from "./interactive.ts";

const MOST_LINE_BREAKS = 2;

const Card = strict({
  media_type: Type.Union([Type.Literal("image"), Type.Literal("video")]),
  media_url: MediaUrl,
  body: Type.Optional(words(160, "At most two line breaks")),
  url_button: Type.Optional(strict({ title: ButtonTitle, url: PageUrl })),
  buttons: Type.Optional(Type.Array(Reply, { minItems: 1, maxItems: 3 })),
});

type Card = Static<typeof Card>;

/**
 * Two to ten cards with a picture or a video each, and either a link or up to
 * three buttons to answer by, alike on every card (Meta, "Interactive media carousel messages").
 */
export const mediaCarousel = messageType({
  type: "media_carousel",
  schema: strict({ body: Body, cards: Type.Array(Card, { minItems: 2, maxItems: 10 }), ...replyFields }),
  canonical: asGiven,
  check({ cards }) {
    cards.forEach((card, index) => {
      checkCard(card, `/cards/${index}`, cards[0] ?? card);
    });
  },
  addressed: true,
  examples: [
    {
      body: "New in our shop this week:",
      cards: [
        {
          media_type: "image",
          media_url: "https://example.com/mug.jpg",
          body: "Mug, hand-thrown",
          url_button: { title: "See the mug", url: "https://example.com/mug" },
        },
        {
          media_type: "image",
          media_url: "https://example.com/bowl.jpg",
          body: "Bowl, glazed blue",
          url_button: { title: "See the bowl", url: "https://example.com/bowl" },
        },
      ],
    },
    {
      body: "Which flat would you like to see?",
      cards: [
        {
          media_type: "video",
          media_url: "https://example.com/flat-3.mp4",
          buttons: [{ id: "visit-3", title: "Visit no. 3" }],
        },
        {
          media_type: "video",
          media_url: "https://example.com/flat-8.mp4",
          buttons: [{ id: "visit-8", title: "Visit no. 8" }],
        },
      ],
    },
  ],
});

function checkCard(card: Card, path: string, first: Card): void {
  if ((card.url_button === undefined) === (card.buttons === undefined)) {
    refuse(path, "expected either url_button or buttons");
  }
  if (card.media_type !== first.media_type) {
    refuse(`${path}/media_type`, `expected ${first.media_type}, as on the first card`);
  }
  if (card.buttons?.length !== first.buttons?.length) {
    refuse(path, "expected the same kind and number of buttons as on the first card");
  }
  if ((card.body?.match(/\n/g)?.length ?? 0) > MOST_LINE_BREAKS) {
    refuse(`${path}/body`, `at most ${MOST_LINE_BREAKS} line breaks`);
  }
  mustDiffer((card.buttons ?? []).map(({ id }, index) => [`${path}/buttons/${index}/id`, id]));
}
