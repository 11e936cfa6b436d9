import { money, number } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { Plot } from "../../parts/plot/plot.tsx";
import { COSTS } from "../../view-words.ts";
import style from "./costs.module.css";

type Costs = ResponseOf<"GET /v1/costs">;

/** What the month cost, and each of its days. */
export function Sums({ costs: { total, data }, days }: { costs: Costs; days: readonly string[] }) {
  const { amount, currency, messages, free, unpriced } = total;
  const byDay = new Map(data.map((sum) => [sum.group, sum.amount]));
  return (
    <>
      <dl className={style.figures}>
        <Figure name={COSTS.amount} value={currency === null ? "–" : money(amount, currency)} />
        <Figure name={COSTS.messages} value={number(messages)} />
        <Figure name={COSTS.free} value={number(free)} />
        {unpriced > 0 && <Figure name={COSTS.unpriced} value={number(unpriced)} />}
      </dl>
      {messages > 0 && (
        <Plot
          label={COSTS.byDay}
          times={days.map((day) => Date.parse(`${day}T00:00`))}
          series={[{ label: COSTS.amount, color: "accent", values: days.map((day) => byDay.get(day) ?? 0) }]}
          isWhole={false}
        />
      )}
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
