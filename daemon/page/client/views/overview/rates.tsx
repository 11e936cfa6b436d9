import { number } from "../../../languages/forms.ts";
import { OVERVIEW } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";
import type { Overview } from "./shape.ts";

const NAMES = Object.entries(OVERVIEW.rateNames) as [keyof typeof OVERVIEW.rateNames, string][];

/** How many messages a minute go out and come in. */
export function Rates({ rates }: { rates: NonNullable<Overview["rates"]> }) {
  return (
    <Section title={OVERVIEW.rates}>
      <dl className={style.figures}>
        {NAMES.map(([name, label]) => (
          <div key={name} className={name === "failed" && rates.failed > 0 ? style.bad : undefined}>
            <dt>{label}</dt>
            <dd>{number(rates[name])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
