import type { WhenHeld } from "../../../db/auth/api-keys.ts";
import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { WhenHeldSchema } from "./schema.ts";

/** What a key that is a bot's says of itself. */
export const BotSchema = Type.Object(
  { when_held: WhenHeldSchema },
  { title: "Bot", additionalProperties: false },
);
export const BotWish = Type.Union([Type.Boolean(), BotSchema], {
  description:
    "Says that a program answers with this key, which leaves alone what somebody else holds; `true` is `refuse`",
});

export const UpdateKeyBody = Type.Object(
  { bot: Nullable(BotWish) },
  { examples: [{ bot: { when_held: "wait" } }, { bot: null }] },
);

/** How it is kept what a key says of itself. */
export function botOf(given: Static<typeof BotWish> | null | undefined): WhenHeld | null {
  if (given === null || given === undefined || given === false) return null;
  return given === true ? "refuse" : given.when_held;
}
