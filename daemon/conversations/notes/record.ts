import type { ColleagueRow, ConversationNoteRow } from "../../../db/conversations/notes.ts";
import { permissionsOf } from "../../auth/roles.ts";
import { grants } from "../../http/permissions.ts";
import { Nullable, Type } from "../../lib/typebox.ts";

const MOST_MENTIONS = 50;

export const NoteBody = Type.Object(
  {
    body: Type.String({ minLength: 1, maxLength: 10_000 }),
    mentions: Type.Optional(
      Type.Array(Type.String({ format: "uuid" }), {
        maxItems: MOST_MENTIONS,
        uniqueItems: true,
        description: "Users that it is for, of those that `GET /v1/conversations/colleagues` lists",
      }),
    ),
  },
  { examples: [{ body: "They want the table by the window." }] },
);

const named = {
  id: Type.String(),
  name: Type.String({ description: "The email address of somebody without a name" }),
};

export const ColleagueSchema = Type.Object(
  { ...named, may_answer: Type.Boolean({ description: "Whether conversations can be assigned to them" }) },
  {
    title: "Colleague",
    examples: [{ id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a13", name: "Grace Hopper", may_answer: true }],
  },
);

export const NoteSchema = Type.Object(
  {
    id: Type.String(),
    body: Type.String(),
    author: Type.Object({
      id: Type.String({ description: "The user or API key that wrote it" }),
      name: Nullable(Type.String({ description: "Null if they are gone" })),
    }),
    mentions: Type.Array(Type.Object(named), {
      description: "The users that it is for and that are still there",
    }),
    created_at: Type.String(),
  },
  {
    title: "ConversationNote",
    examples: [
      {
        id: "note_01JDB2M5S8V0ZC3K7Q2M4N6P8Q",
        body: "They want the table by the window.",
        author: { id: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8K", name: "Front desk" },
        mentions: [{ id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a13", name: "Grace Hopper" }],
        created_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

/** A note as the API shows it. */
export function showNote({ id, body, author, author_name, mentions, created_at }: ConversationNoteRow) {
  return {
    ...{ id, body, author: { id: author, name: author_name }, mentions },
    created_at: created_at.toISOString(),
  };
}

/** A colleague as the API shows them. */
export function showColleague({ id, name, role }: ColleagueRow) {
  return { id, name, may_answer: grants(permissionsOf(role), "messages:send") };
}
