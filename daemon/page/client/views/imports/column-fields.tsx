import { type Option, Select } from "../../parts/fields/select.tsx";
import common from "../../style/common.module.css";
import { IMPORTS } from "../../view-words.ts";
import { fieldName } from "./field-name.ts";
import style from "./imports.module.css";
import { CUSTOM } from "./plan.ts";
import type { Preview } from "./use-preview.ts";

const IGNORE = "ignore";
const FIELDS: readonly Option[] = Object.entries(IMPORTS.fields).map(([value, label]) => ({ value, label }));
const MOST_EXAMPLES = 3;

type Column = Preview["columns"][number];

type ColumnFieldsProps = {
  columns: readonly Column[];
  /** What somebody chose, by heading. */
  chosen: ReadonlyMap<string, string>;
  onChoose: (header: string, field: string) => void;
};

/** What each column of a file is for, with a few of its values. */
export function ColumnFields({ columns, chosen, onChoose }: ColumnFieldsProps) {
  return (
    <section className={common.block}>
      <h3>{IMPORTS.columns}</h3>
      <p className={common.quiet}>{IMPORTS.columnsText}</p>
      <ul className={style.lines}>
        {columns.map(({ header, field, choice, examples }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have no heading
          <li key={`${at} ${header}`} className={style.column}>
            <div>
              <strong>{header === "" ? IMPORTS.noHeading : header}</strong>
              <p className={common.quiet}>{examples.slice(0, MOST_EXAMPLES).join(" · ")}</p>
            </div>
            <div>
              {header === "" ? (
                <span className={common.quiet}>{IMPORTS.ignored}</span>
              ) : (
                <Select
                  label={IMPORTS.columnIsFor(header)}
                  isLabelHidden
                  options={optionsOf(header, field)}
                  value={chosen.get(header) ?? field ?? IGNORE}
                  onChange={(value) => onChoose(header, value)}
                />
              )}
              {choice !== null && <p className={common.quiet}>{IMPORTS.choice(choice)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every field, and a custom field of the column's own name, or that which it is already for. */
function optionsOf(header: string, field: string | null): readonly Option[] {
  const own = CUSTOM + header;
  const custom = field?.startsWith(CUSTOM) && field !== own ? [own, field] : [own];
  return [
    ...FIELDS,
    ...custom.map((value) => ({ value, label: fieldName(value) })),
    { value: IGNORE, label: IMPORTS.ignored },
  ];
}
