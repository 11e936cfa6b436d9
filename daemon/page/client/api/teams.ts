import { compareNames } from "../../languages/forms.ts";
import type { RowOf } from "./call.ts";
import { useAsk } from "./queries.ts";
import { useMe } from "./session.tsx";

type Teams = {
  /** As `Select` takes them, by name. */
  options: readonly { value: string; label: string }[];
  /** A team's name; its id where it is not known. */
  nameOf: (id: string) => string;
  /** The ids of those that the user is in. */
  mine: readonly string[];
};

const NONE: readonly RowOf<"GET /v1/teams">[] = [];

/** The teams of the organisation. For views of those who may read conversations. */
export function useTeams(): Teams {
  const { user } = useMe();
  const { data: { data: teams } = { data: NONE } } = useAsk("GET /v1/teams", { query: { limit: 100 } });
  return {
    options: teams
      .map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((one, other) => compareNames(one.label, other.label)),
    nameOf: (id) => teams.find((team) => team.id === id)?.name ?? id,
    mine: teams.filter(({ member_ids }) => user !== null && member_ids.includes(user.id)).map(({ id }) => id),
  };
}
