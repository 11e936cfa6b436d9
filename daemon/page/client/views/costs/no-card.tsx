import { useAsk } from "../../api/queries.ts";
import { addressOf } from "../../api/root.ts";
import { useMe } from "../../api/session.tsx";
import { Code } from "../../parts/code.tsx";
import { Empty } from "../../parts/empty.tsx";
import { COSTS } from "./words.ts";

/** Stands in place of costs while nobody has said what messages cost; null once somebody has. */
export function useNoCard() {
  const { data } = useAsk("GET /v1/rate-card", { query: {} });
  const { operator } = useMe();
  if (data === undefined || data.cards.length > 0) return null;
  const guide = <a href={addressOf("/docs/guides/costs")}>{COSTS.guide}</a>;
  if (!operator)
    return (
      <Empty title={COSTS.noCardTitle} action={guide}>
        {COSTS.noCardOthers}
      </Empty>
    );
  return (
    <Empty
      title={COSTS.noCardTitle}
      action={
        <>
          <Code label={COSTS.setCard}>waypost rate-card set rates.csv --tiers tiers.csv</Code>
          {guide}
        </>
      }
    >
      {COSTS.noCardText}
    </Empty>
  );
}

/** What has no price by the card of today. */
export function CardNotes() {
  const { data } = useAsk("GET /v1/rate-card", { query: {} });
  const notes = data?.card?.notes ?? [];
  return notes.map((note) => (
    <p key={note} role="note">
      {note}
    </p>
  ));
}
