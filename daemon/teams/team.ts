import type { TeamRow } from "../../db/teams/teams.ts";
import { type Static, Type } from "../lib/typebox.ts";

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "\\S",
  description: "Unique in the organisation, in upper or lower case",
});
const MemberIds = Type.Array(Type.String({ format: "uuid" }), {
  maxItems: 500,
  uniqueItems: true,
  description: "The users that are in it; who is deleted is in none",
});

const EXAMPLE = { name: "Returns", member_ids: ["01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11"] };

export const TeamSchema = Type.Object(
  {
    ...{ id: Type.String(), name: Name, member_ids: MemberIds },
    ...{ created_at: Type.String(), updated_at: Type.String() },
  },
  {
    title: "Team",
    examples: [
      {
        ...{ id: "tm_01JDB2M5S8V0ZC3K7Q2M4N6P93", ...EXAMPLE },
        ...{ created_at: "2026-11-21T09:30:00.000Z", updated_at: "2026-11-21T09:30:00.000Z" },
      },
    ],
  },
);

export const TeamBody = Type.Object(
  { name: Name, member_ids: Type.Optional(MemberIds) },
  { examples: [{ name: EXAMPLE.name }] },
);

export const TeamChanges = Type.Object(
  { name: Type.Optional(Name), member_ids: Type.Optional(MemberIds) },
  { minProperties: 1, examples: [{ name: "Returns and repairs" }] },
);

/** A team as the API shows it. */
export function showTeam({
  created_at,
  updated_at,
  id,
  name,
  member_ids,
}: TeamRow): Static<typeof TeamSchema> {
  return {
    ...{ id, name, member_ids },
    ...{ created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
  };
}
