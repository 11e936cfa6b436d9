import { Nullable, Type } from "../lib/typebox.ts";
import { type Wants, WantsSchema } from "./wants.ts";

const EXAMPLE_WANTS: Wants = {
  ...{ messages: "mine_and_unassigned", quiet_channels: [], numbers: true, budgets: false },
  ...{ quiet_hours: { from: "20:00", to: "07:30", zone: "Europe/Lisbon" }, hides_texts: false },
};

const Key = Type.String({ minLength: 1, maxLength: 200 });
export const SubscriptionBody = Type.Object(
  {
    endpoint: Type.String({
      maxLength: 2048,
      description: "As `PushSubscription.toJSON()` has it, with `keys`",
    }),
    keys: Type.Object({ p256dh: Key, auth: Key }),
    wants: WantsSchema,
  },
  {
    examples: [
      {
        endpoint: "https://push.example.com/send/d61c5u920dw",
        keys: {
          p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
        wants: EXAMPLE_WANTS,
      },
    ],
  },
);

export const PushSchema = Type.Object(
  {
    public_key: Type.String({ description: "The `applicationServerKey` with which browsers subscribe" }),
    subscription: Nullable(
      Type.Object({
        wants: WantsSchema,
        failing_since: Nullable(
          Type.String({
            format: "date-time",
            description: "Since when the push service refuses; null: it does not",
          }),
        ),
        created_at: Type.String({ format: "date-time" }),
      }),
    ),
  },
  {
    title: "Push",
    examples: [
      {
        public_key: "BBk5s3OVcAgwedsr1V6OW5lFTJHrPAzANmgdVOhwCoTiL3CfyoMJgiffTwEhqV9Oftr4uSEDYRZu5AGitmppgxk",
        subscription: { wants: EXAMPLE_WANTS, failing_since: null, created_at: "2026-11-29T09:30:00.000Z" },
      },
    ],
  },
);
