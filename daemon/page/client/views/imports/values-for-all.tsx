import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../parts/button.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Select } from "../../parts/fields/select.tsx";
import common from "../../style/common.module.css";
import { IMPORTS } from "../../view-words.ts";
import style from "./imports.module.css";
import { CUSTOM, type ValueForAll } from "./plan.ts";

const FIELDS = [
  ...Object.entries(IMPORTS.fields).map(([value, label]) => ({ value, label })),
  { value: CUSTOM, label: IMPORTS.customFieldNamed },
];
const NEW: ValueForAll = { field: "tags", key: "", value: "" };

type ValuesForAllProps = {
  values: readonly ValueForAll[];
  onChange: (values: readonly ValueForAll[]) => void;
};

/** What every contact of the file gets, where its record has nothing of its own. */
export function ValuesForAll({ values, onChange }: ValuesForAllProps) {
  return (
    <section className={common.block}>
      <h3>{IMPORTS.valuesForAll}</h3>
      <p className={common.quiet}>{IMPORTS.valuesHint}</p>
      {values.map((one, at) => {
        const set = (part: Partial<ValueForAll>) => onChange(values.with(at, { ...one, ...part }));
        const number = at + 1;
        return (
          <div key={`value ${number}`} className={style.value}>
            <Select
              label={IMPORTS.valueField(number)}
              options={FIELDS}
              value={one.field}
              onChange={(field) => set({ field })}
            />
            {one.field === CUSTOM && (
              <Field label={IMPORTS.valueKey(number)} value={one.key} onChange={(key) => set({ key })} />
            )}
            <Field label={IMPORTS.value(number)} value={one.value} onChange={(value) => set({ value })} />
            <IconButton
              label={IMPORTS.removeValue(number)}
              icon={X}
              onPress={() => onChange(values.toSpliced(at, 1))}
            />
          </div>
        );
      })}
      <div>
        <Button icon={Plus} onPress={() => onChange([...values, NEW])}>
          {IMPORTS.addValue}
        </Button>
      </div>
    </section>
  );
}
