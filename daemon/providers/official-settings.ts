/** Settings of official numbers alone. */
import { Nullable, type Static, Type } from "../lib/typebox.ts";

const HOUR = 3600;

/** The setting `marketing_messages`: whether and how marketing templates go out through Meta's Marketing Messages API. */
export const MarketingMessagesSchema = Type.Object(
  {
    use: Type.Boolean({
      description: "Whether marketing templates go out through Meta's Marketing Messages API",
    }),
    fallback: Type.Optional(
      Type.Boolean({
        description:
          "Whether what that API does not take goes out as an ordinary template, which is the default; otherwise it fails",
      }),
    ),
    activity_sharing: Type.Optional(
      Type.Boolean({
        description:
          "Whether Meta may use what people do with these messages; left out, the setting of the account counts",
      }),
    ),
    ttl_seconds: Type.Optional(
      Type.Integer({
        minimum: 12 * HOUR,
        maximum: 30 * 24 * HOUR,
        description:
          "For how long Meta tries to deliver: of marketing templates that are submitted from now on. Meta's default is 30 days",
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      "How marketing templates are sent: through Meta's Marketing Messages API, where Meta chooses which of the people get them. Null, the default, is the Cloud API. Official numbers only",
  },
);

export type MarketingMessages = Static<typeof MarketingMessagesSchema>;

/** Which messaging accounts at Meta a number has: the one that its messages are sent for, and others that they may name. */
export const accountSettings = {
  messaging_account_id: Type.Optional(
    Nullable(
      Type.String({
        pattern: "^[0-9]{1,32}$",
        description:
          "Which of the number's messaging accounts at Meta its messages are sent for, billed to and counted by. Null, the default, leaves it to Meta, which takes no such message in 2027 where your app has several. Official numbers only",
      }),
    ),
  ),
  other_messaging_account_ids: Type.Optional(
    Type.Array(Type.String({ pattern: "^[0-9]{1,32}$" }), {
      maxItems: 20,
      description:
        "Other messaging accounts of the number, which a message may name as its `messaging_account_id`. Official numbers only",
    }),
  ),
};
