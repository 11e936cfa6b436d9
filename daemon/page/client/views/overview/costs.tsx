import { Link } from "wouter";
import { money, number } from "../../../languages/forms.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { OVERVIEW } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";

/** What the messages of this month cost so far, where there is a rate card. */
export function Costs() {
  const may = useMay();
  const { data } = useAsk("GET /v1/costs", { query: {} }, { enabled: may("costs:read") });
  const { amount, currency = null, messages, free } = data?.total ?? {};
  if (amount === undefined || currency === null) return null;
  return (
    <Section title={OVERVIEW.costs}>
      <dl className={style.figures}>
        <div>
          <dt>{OVERVIEW.costsAmount}</dt>
          <dd>
            <Link href="/costs">{money(amount, currency)}</Link>
          </dd>
        </div>
        <div>
          <dt>{OVERVIEW.rateNames.delivered}</dt>
          <dd>{messages === undefined ? null : number(messages)}</dd>
        </div>
        <div>
          <dt>{OVERVIEW.costsFree}</dt>
          <dd>{free === undefined ? null : number(free)}</dd>
        </div>
      </dl>
    </Section>
  );
}
