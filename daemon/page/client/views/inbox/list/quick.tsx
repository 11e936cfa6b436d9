import { shortNumber } from "../../../../languages/forms.ts";
import { useAsk } from "../../../api/queries.ts";
import { useMe } from "../../../api/session.tsx";
import { useTeams } from "../../../api/teams.ts";
import { useSetFilter } from "../../../parts/filters.tsx";
import { INBOX } from "../../../view-words.ts";
import { type Chosen, countedBy } from "./filters.ts";
import style from "./list.module.css";
import { useUnsent } from "./unsent.tsx";

const { filters: FILTERS } = INBOX;

/** Whose conversations are listed, and which of those, each with how many that would be. */
export function Quick({ filters, isUnsentOnly }: { filters: Chosen; isUnsentOnly: boolean }) {
  const { user } = useMe();
  const set = useSetFilter();
  const { length: unsent } = useUnsent();
  const { mine } = useTeams();
  const { assignee_id, unread, unanswered, ...others } = filters;
  const { team_id, ...anyTeams } = filters;
  const { status, ...contactedOf } = others;
  const whose = useCounts({ ...others, ...(unread && { unread }), ...(unanswered && { unanswered }) });
  const which = useCounts({ ...others, ...(assignee_id && { assignee_id }) });
  const inTeams = useCounts(anyTeams);
  const contacted = useCounts({ ...contactedOf, status: "contacted", ...(assignee_id && { assignee_id }) });
  const archived = useCounts({ ...contactedOf, status: "archived", ...(assignee_id && { assignee_id }) });
  const of = (value: string | null) => ({
    isOn: (assignee_id ?? null) === value,
    onPress: () => set("assignee_id", value),
  });
  const only = (name: "unread" | "unanswered") => ({
    isOn: filters[name] === "true",
    onPress: () => set(name, filters[name] === "true" ? null : "true"),
  });
  return (
    <div className={style.quick}>
      <Choice label={FILTERS.unanswered} count={which?.unanswered} {...only("unanswered")} />
      <fieldset className={style.group} aria-label={FILTERS.whose}>
        {user !== null && <Choice label={FILTERS.mine} count={whose?.mine} {...of("me")} />}
        <Choice label={FILTERS.nobodys} count={whose?.unassigned} {...of("none")} />
        <Choice label={FILTERS.everybodys} count={whose?.all} {...of(null)} />
      </fieldset>
      {mine.length > 0 && (
        <Choice
          label={FILTERS.myTeams}
          count={inTeams?.my_teams}
          isOn={team_id === "mine"}
          onPress={() => set("team_id", team_id === "mine" ? null : "mine")}
        />
      )}
      <Choice label={FILTERS.unread} count={which?.unread} {...only("unread")} />
      <Choice
        label={FILTERS.statuses.contacted}
        title={FILTERS.contactedText}
        count={contacted?.all}
        isOn={status === "contacted"}
        onPress={() => set("status", status === "contacted" ? null : "contacted")}
      />
      {(status === "archived" || (archived?.all ?? 0) > 0) && (
        <Choice
          label={FILTERS.statuses.archived}
          count={archived?.all}
          isOn={status === "archived"}
          onPress={() => set("status", status === "archived" ? null : "archived")}
        />
      )}
      {(unsent > 0 || isUnsentOnly) && (
        <Choice
          label={INBOX.unsentLine}
          count={unsent}
          isOn={isUnsentOnly}
          onPress={() => set("unsent", isUnsentOnly ? null : "true")}
        />
      )}
    </div>
  );
}

/** How many conversations the filters leave, and what they are. */
function useCounts(filters: Chosen) {
  const { data } = useAsk("GET /v1/conversations/counts", { query: countedBy(filters) });
  return data;
}

type ChoiceProps = {
  label: string;
  title?: string;
  count: number | undefined;
  isOn: boolean;
  onPress: () => void;
};

function Choice({ label, title, count, isOn, onPress }: ChoiceProps) {
  return (
    <button type="button" title={title} aria-pressed={isOn} onClick={onPress}>
      {label} <span className={style.number}>{count === undefined ? "" : shortNumber(count)}</span>
    </button>
  );
}
