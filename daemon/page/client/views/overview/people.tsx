import { Link } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { State } from "../../parts/state.tsx";
import { OVERVIEW } from "../../words.ts";

const QUERY = { status: "open", unanswered: true } as const;

/** How many people wait for an answer, and the way to them; nothing while nobody does. */
export function People() {
  const enabled = useMay()("messages:read");
  const { data } = useAsk("GET /v1/conversations/counts", { query: QUERY }, { enabled });
  const count = data?.all ?? 0;
  if (count === 0) return null;
  return (
    <p>
      <State tone="warn">
        <Link href="/inbox?unanswered=true">{OVERVIEW.peopleWait(count)}</Link>
      </State>
    </p>
  );
}
