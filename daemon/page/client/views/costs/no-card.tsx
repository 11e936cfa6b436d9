import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { readAgain, useAsk } from "../../api/queries.ts";
import { addressOf } from "../../api/root.ts";
import { Code } from "../../parts/code.tsx";
import { Empty } from "../../parts/empty.tsx";
import { CARDS, COSTS } from "../../view-words.ts";
import { SetCard, useMaySetCards } from "./cards/cards.tsx";
import { shownDay } from "./columns.tsx";

/** Stands in place of costs while nobody has said what messages cost; null once somebody has. */
export function useNoCard() {
  const { data } = useAsk("GET /v1/rate-card", { query: {} });
  const mayChange = useMaySetCards();
  if (data === undefined || data.cards.length > 0) return null;
  const guide = <a href={addressOf("/docs/guides/costs")}>{COSTS.guide}</a>;
  if (!mayChange)
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
          <SetCard />
          <Code label={COSTS.setCard}>waypost rate-card set rates.csv --tiers tiers.csv</Code>
          {guide}
        </>
      }
    >
      {COSTS.noCardText}
    </Empty>
  );
}

/** What has no price by the card of today, and that costs are being counted anew; once they are, they are read again. */
export function CardNotes() {
  const client = useQueryClient();
  const isOver = ({ counting_since }: ResponseOf<"GET /v1/rate-card">) => counting_since === undefined;
  const { data } = useAsk("GET /v1/rate-card", { query: {} }, { isOver });
  const since = data?.counting_since;
  useEffect(() => () => void (since === undefined || readAgain(client, "/v1/costs")), [client, since]);
  const notes = [
    ...(since === undefined ? [] : [CARDS.counting(shownDay(since))]),
    ...(data?.card?.notes ?? []),
  ];
  return notes.map((note) => (
    <p key={note} role="note">
      {note}
    </p>
  ));
}
