import { compareNames } from "../../languages/forms.ts";
import { useAsk } from "./queries.ts";
import { useMe } from "./session.tsx";
import { seenOr } from "./unseen.ts";

type Teams = {
  /** As `Select` takes them, by name. */
  options: readonly { value: string; label: string }[];
  /** A team's name; its id where it is not known. */
  nameOf: (id: string) => string;
  /** The ids of those that the user is in. */
  mine: readonly string[];
};

/** The teams of the organisation. For views of those who may read conversations. */
export function useTeams(): Teams {
  const { user } = useMe();
  const { data } = useAsk("GET /v1/teams", { query: { limit: 100 } });
  const teams = (data?.data ?? []).map((team) => ({ ...team, name: seenOr(team.name, team.id) }));
  return {
    options: teams
      .map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((one, other) => compareNames(one.label, other.label)),
    nameOf: (id) => teams.find((team) => team.id === id)?.name ?? id,
    mine: teams.filter(({ member_ids }) => user !== null && member_ids.includes(user.id)).map(({ id }) => id),
  };
}
