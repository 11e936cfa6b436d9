import { Nullable, type Static, Type } from "../lib/typebox.ts";

/** Which fields of webhooks the app at the platform is not subscribed to. */
export const WebhookFieldsSchema = Type.Object(
  {
    missing: Type.Array(Type.String(), {
      description: "Those that Waypost reads and the app is not subscribed to: Meta sends nothing of them",
    }),
    error: Nullable(Type.String({ description: "Why Meta does not say" })),
  },
  { description: "The webhook fields of the Meta app; null where no app is configured" },
);

export type WebhookFields = Static<typeof WebhookFieldsSchema>;
