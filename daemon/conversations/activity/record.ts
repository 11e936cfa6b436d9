import { Type } from "../../lib/typebox.ts";

/** How long somebody is there after they last said so. */
export const ACTIVITY_SECONDS = 15;

const STATES = ["viewing", "typing"] as const;
export type ActivityState = (typeof STATES)[number];

/** Somebody who has a conversation open, or writes in it. */
export type Present = { id: string; name: string; state: ActivityState };

export const ActivityBody = Type.Object(
  {
    state: Type.Union(
      [...STATES, "left" as const].map((state) => Type.Literal(state)),
      { description: "`left`: at once no more there, as when the conversation is closed" },
    ),
  },
  { examples: [{ state: "typing" }] },
);

export const ActivitySchema = Type.Object(
  {
    conversation_id: Type.String(),
    users: Type.Array(
      Type.Object({
        id: Type.String({ description: "The user, or the API key" }),
        name: Type.String(),
        state: Type.Union(STATES.map((state) => Type.Literal(state))),
      }),
      { description: "Who has it open or types, the caller too" },
    ),
  },
  {
    title: "ConversationActivity",
    examples: [
      {
        conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
        users: [{ id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a13", name: "Grace Hopper", state: "typing" }],
      },
    ],
  },
);
