import { AGENT } from "../../view-words.ts";
import { Choices } from "../fields/choices.tsx";
import { CurrencyField } from "../fields/currency-field.tsx";
import { Pair } from "../fields/form.tsx";
import { NamesField } from "../fields/names-field.tsx";
import { HoursFields } from "../hours/hours-fields.tsx";
import { TYPE_NAMES } from "../phone/type-names.ts";
import style from "./agents.module.css";
import { type GuardProps, meetsNewPeople } from "./guard.ts";
import { LimitField } from "./limit-field.tsx";

const ALL_TYPES = Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label }));

/** The limits that few agents need, which are folded unless something is wrong there. */
export function MoreLimits({ isWrong, ...about }: GuardProps & { isWrong: boolean }) {
  const { guard, onChange, error } = about;
  return (
    <details className={style.more} open={isWrong}>
      <summary>{AGENT.more}</summary>
      <Pair>
        <LimitField {...about} name="messages_per_day" />
        {meetsNewPeople(guard) && <LimitField {...about} name="new_people_per_hour" />}
      </Pair>
      <Pair>
        <LimitField {...about} name="money_per_hour" hint={AGENT.moneyHint} />
        <LimitField {...about} name="money_per_day" />
        <CurrencyField
          label={AGENT.currency}
          hint={AGENT.currencyHint}
          value={guard.currency}
          onChange={(currency) => onChange({ currency })}
          error={error("/currency")}
        />
      </Pair>
      <Choices
        label={AGENT.types}
        all={AGENT.allTypes}
        options={ALL_TYPES}
        value={guard.types}
        onChange={(types) => onChange({ types })}
        error={error("/types")}
      />
      <NamesField
        label={AGENT.templates}
        hint={AGENT.templatesHint}
        names={guard.templates}
        onChange={(templates) => onChange({ templates })}
        error={error("/templates")}
      />
      <HoursFields
        label={AGENT.hasHours}
        hours={guard.hours}
        onChange={(hours) => onChange({ hours })}
        error={error}
      />
    </details>
  );
}
