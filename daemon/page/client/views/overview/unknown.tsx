import { Link } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { useMay, useMe } from "../../api/session.tsx";
import { isNew } from "../../parts/alarms/fresh.ts";
import { State } from "../../parts/state.tsx";
import { OVERVIEW } from "../../words.ts";

/** That Meta or WhatsApp sends something new, for those who run the installation; nothing while all is known. */
export function Unknown() {
  const may = useMay();
  const isTheirs = useMe().operator && may("*");
  const { data } = useAsk("GET /v1/drift", {}, { enabled: isTheirs });
  const fresh = data?.data.filter(({ first_seen }) => isNew(first_seen)).length ?? 0;
  if (fresh === 0) return null;
  return (
    <p>
      <State tone="warn">
        <Link href="/settings/drift">{OVERVIEW.unknown(fresh)}</Link>
      </State>
    </p>
  );
}
