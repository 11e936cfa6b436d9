import { notConnected, timedOut } from "../../channels/asking/wording.ts";
import { Type } from "../../lib/typebox.ts";
import { words } from "../../message-types/fields.ts";

/** The most people who get a status: as many as WhatsApp's apps take in a broadcast list ("How to use broadcast lists"). */
export const MOST_PEOPLE = 256;
/** Whoever wrote within so many days gets a status that names nobody. */
export const DAYS = 30;
/** WhatsApp's apps take no longer text in a status. */
export const LONGEST_TEXT = 700;

const Id = Type.String({ minLength: 1, maxLength: 64 });

export const StatusBody = Type.Object(
  {
    type: Type.Union(
      (["text", "image", "video"] as const).map((type) => Type.Literal(type)),
      { description: "As of a message" },
    ),
    content: Type.Record(Type.String(), Type.Unknown(), {
      description: `As of a message: the \`body\` of a text (${LONGEST_TEXT} characters at most), or \`media_id\` or \`media_url\`, and a \`caption\``,
    }),
    background_color: Type.Optional(
      Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "Behind a text; WhatsApp's own without it" }),
    ),
    to: Type.Optional(
      Type.Object(
        {
          contact_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_PEOPLE })),
          tag: Type.Optional(words(64, "Of contacts")),
        },
        {
          description: `One of both; without it, everybody who wrote to the number within the last ${DAYS} days`,
        },
      ),
    ),
  },
  {
    examples: [
      { type: "text", content: { body: "Fresh bread from seven." }, background_color: "#075E54" },
      {
        ...{ type: "image", content: { media_url: "https://example.com/bread.jpg", caption: "Fresh" } },
        to: { tag: "regulars" },
      },
    ],
  },
);

export const StatusSchema = Type.Object(
  {
    id: Type.String({ description: "WhatsApp's" }),
    recipients: Type.Integer({ description: "How many people it was sent to" }),
    expires_at: Type.String({ format: "date-time", description: "Until then people can see it" }),
  },
  {
    title: "StatusPost",
    examples: [{ id: "3EB0A1B2C3D4E5F6A7B8C9", recipients: 34, expires_at: "2026-12-02T07:00:00.000Z" }],
  },
);

export const POST_DESCRIPTION = `People see it for 24 hours among the status updates of WhatsApp, if they have saved the number. It is sent to people who have written to this number and show it theirs, ${MOST_PEOPLE} at most, those who wrote last first; never to who opted out, is suppressed or is blocked. A number posts 10 within 24 hours at most.`;

/** What may go wrong with a status. */
export const WORDING = {
  409: notConnected(
    "The number is not connected, it is paused (`channel_paused`), or WhatsApp restricts it (`channel_restricted`)",
  ),
  422: {
    description:
      "An official number (`unsupported_on_platform`), a wrong content, nobody to show it to (`no_recipients`), or WhatsApp refused (`provider_rejected`)",
    code: "no_recipients",
    detail: "nobody who wrote to this number within the last 30 days can be shown a status",
  },
  429: {
    description: "Too many requests, or 10 statuses within 24 hours (`too_many_statuses`); see Retry-After",
    code: "too_many_statuses",
    detail:
      "this number has posted as often as it may within 24 hours; the next is possible from 2026-12-02T07:00:00.000Z on",
  },
  503: timedOut(
    "The database is unavailable, or the session did not respond (`whatsapp_timed_out`); with the same Idempotency-Key, what is repeated is the same status",
  ),
};
