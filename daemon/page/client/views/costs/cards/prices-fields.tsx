import { Plus, X } from "lucide-react";
import type { Problem } from "../../../api/problem.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { ComboBox } from "../../../parts/fields/combo-box.tsx";
import { countryOptions } from "../../../parts/fields/countries.ts";
import { Field } from "../../../parts/fields/field.tsx";
import common from "../../../style/common.module.css";
import { CARDS } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import style from "../costs.module.css";
import { CATEGORIES, type Category, emptyRow, type PriceRow } from "./prices.ts";

type PricesFieldsProps = {
  rows: readonly PriceRow[];
  onChange: (rows: readonly PriceRow[]) => void;
  problem: Problem | null;
};

/** What a message of each category costs, by country or region. */
export function PricesFields({ rows, onChange, problem }: PricesFieldsProps) {
  const markets = [
    ...Object.entries(CARDS.regions).map(([value, label]) => ({ value, label })),
    ...countryOptions(),
  ];
  const hasTiers = rows.some(({ before }) => Object.values(before).some(Array.isArray));
  return (
    <>
      {rows.map((row, at) => {
        const name =
          markets.find(({ value }) => value === row.market)?.label ?? row.market ?? CARDS.newMarket;
        const change = (part: Partial<PriceRow>) => onChange(rows.with(at, { ...row, ...part }));
        return (
          <fieldset
            key={`${String(at)} of ${String(rows.length)}`}
            className={style.prices}
            aria-label={name}
          >
            {row.market === null ? (
              <ComboBox
                label={CARDS.market}
                options={markets.filter(({ value }) => rows.every(({ market }) => market !== value))}
                value={null}
                onChange={(market) => change({ market })}
              />
            ) : (
              <Named name={name} error={wrongWith(problem, row.market)} />
            )}
            <Amounts amounts={row.amounts} onChange={(amounts) => change({ amounts })} />
            <IconButton
              label={WORDS.removeIt(name)}
              icon={X}
              onPress={() => onChange(rows.toSpliced(at, 1))}
            />
          </fieldset>
        );
      })}
      <div>
        <Button icon={Plus} onPress={() => onChange([...rows, emptyRow(null)])}>
          {CARDS.addMarket}
        </Button>
      </div>
      {hasTiers && <p className={common.quiet}>{CARDS.tiersStay}</p>}
    </>
  );
}

/** A market that was chosen: a card can have all that there are, and a choice of all for each would be slow. */
function Named({ name, error }: { name: string; error: string | null }) {
  return (
    <div>
      <strong>{name}</strong>
      {error !== null && <p role="alert">{error}</p>}
    </div>
  );
}

type AmountsProps = { amounts: PriceRow["amounts"]; onChange: (amounts: PriceRow["amounts"]) => void };

function Amounts({ amounts, onChange }: AmountsProps) {
  return CATEGORIES.map((category: Category) => (
    <Field
      key={category}
      label={CARDS.categories[category]}
      type="number"
      value={amounts[category]}
      onChange={(amount) => onChange({ ...amounts, [category]: amount })}
    />
  ));
}

function wrongWith(problem: Problem | null, market: string | null): string | null {
  return problem?.errors.find(({ path }) => path.startsWith(`/prices/${market}`))?.message ?? null;
}
