import { Stack } from "../../../parts/fields/form.tsx";
import { CARDS } from "../../../view-words.ts";
import style from "../costs.module.css";
import { type CardFields, isJson } from "./card-body.ts";
import { RatesField } from "./rates-field.tsx";

type FilesFieldsProps = {
  fields: CardFields;
  onChange: (part: Partial<CardFields>) => void;
  isUnread: boolean;
  error: (name: string) => string | null;
};

/** Meta's files, or JSON. */
export function FilesFields({ fields: { rates, tiers }, onChange, isUnread, error }: FilesFieldsProps) {
  return (
    <>
      <RatesField
        label={CARDS.rates}
        hint={CARDS.ratesHint}
        accept=".csv,.json,text/csv,application/json"
        value={rates}
        onChange={(text) => onChange({ rates: text })}
        error={isUnread ? CARDS.noJson : error("csv")}
      />
      {!isJson(rates) && (
        <details className={style.more} open={error("tiers_csv") !== null}>
          <summary>{CARDS.tiers}</summary>
          <Stack>
            <RatesField
              label={CARDS.tiersFile}
              hint={CARDS.tiersHint}
              accept=".csv,text/csv"
              value={tiers}
              onChange={(text) => onChange({ tiers: text })}
              error={error("tiers_csv")}
            />
          </Stack>
        </details>
      )}
    </>
  );
}
