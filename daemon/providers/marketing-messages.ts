import { type Static, Type } from "../lib/typebox.ts";

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
