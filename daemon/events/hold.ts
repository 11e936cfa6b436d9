import { Nullable, Type } from "../lib/typebox.ts";

/** Who holds a conversation, or held it. */
export const HoldSchema = Type.Object(
  {
    type: Type.Union([Type.Literal("user"), Type.Literal("key"), Type.Literal("meta_agent")]),
    id: Nullable(Type.String({ description: "Of the user or the API key" })),
    name: Nullable(Type.String({ description: "What they are called; null if they are gone" })),
    since: Nullable(Type.String()),
    until: Nullable(Type.String({ description: "When it ends by itself; null: it does not" })),
  },
  { title: "ConversationHold" },
);
