import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { SKIP_REASONS } from "../audience/judge.ts";

export const PreviewSchema = Type.Object(
  {
    audience: Type.Integer({ description: "People in it" }),
    sendable: Type.Integer({ description: "Those who would get the message" }),
    skipped: Type.Array(
      Type.Object({
        reason: Type.Union(SKIP_REASONS.map((reason) => Type.Literal(reason))),
        count: Type.Integer(),
      }),
      {
        description: "The others, and why",
      },
    ),
    refused: Type.Integer({
      description: "Rows of an uploaded file that nobody can be found by; they are not in the audience",
    }),
    unchecked: Type.Integer({
      description:
        "People who would get it by a paired number that has not asked WhatsApp about their numbers yet. A draft's preview has it ask slowly, within the channel's `number_checks_per_day`: a later preview knows more",
    }),
    samples: Type.Array(
      Type.Object({
        contact_id: Nullable(
          Type.String({ description: "Null for people that the file's import would add" }),
        ),
        rendered: Type.String(),
      }),
      { description: "The messages of the first five" },
    ),
    seconds: Type.Integer({
      description: "How long it would take at the pace and within the limits that hold now",
    }),
    cost: Nullable(
      Type.Object(
        {
          amount: Type.Number(),
          currency: Type.String(),
          category: Type.String({ description: "Of the template" }),
          at_most: Type.Optional(
            Type.Boolean({
              description:
                "True where it costs that or less: the template has a maximum price, or another price with another number",
            }),
          ),
          countries: Type.Array(
            Type.Object({
              country: Nullable(Type.String()),
              people: Type.Integer(),
              amount: Nullable(Type.Number({ description: "Null where there is no price for some of them" })),
            }),
          ),
        },
        {
          title: "BroadcastCost",
          description:
            "The expected cost, at the prices of the day on which it starts and the volume tiers reached so far this month. People whose messages are free after an advertisement cost nothing. If several numbers send it, each person counts at the highest of their prices. Null without a rate card, and where nothing is charged, as on a paired number",
        },
      ),
    ),
    next_cursor: Nullable(
      Type.String({
        description:
          "Null once everybody was counted. Until then the figures are of those counted so far: ask again with it as `cursor`",
      }),
    ),
  },
  {
    title: "BroadcastPreview",
    examples: [
      {
        audience: 1200,
        sendable: 1180,
        skipped: [{ reason: "no_consent", count: 20 }],
        refused: 0,
        unchecked: 0,
        samples: [
          { contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T", rendered: "Hello Ada, the spring menu is here." },
        ],
        seconds: 59,
        cost: {
          amount: 133.46,
          currency: "EUR",
          category: "MARKETING",
          countries: [{ country: "DE", people: 1180, amount: 133.46 }],
        },
        next_cursor: null,
      },
    ],
  },
);

export type Preview = Static<typeof PreviewSchema>;
