import { sentence } from "../../parts/problem.tsx";
import { State } from "../../parts/state.tsx";
import common from "../../style/common.module.css";
import { IMPORTS } from "../../view-words.ts";
import { Ambiguous } from "./ambiguous.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { fieldName } from "./field-name.ts";
import style from "./imports.module.css";
import { CUSTOM, type Plan } from "./plan.ts";
import type { Preview } from "./use-preview.ts";

type PreviewShownProps = {
  preview: Preview;
  columns: Plan["columns"];
  onChange: (part: Partial<Plan>) => void;
};

/** What a file's beginning would become, and what may be wrong about it. */
export function PreviewShown({ preview, columns, onChange }: PreviewShownProps) {
  const { ambiguous_numbers: numbers, default_country } = preview;
  return (
    <>
      <Warnings preview={preview} />
      {numbers.count > 0 && (
        <Ambiguous numbers={numbers} country={default_country} lookedAt={numbers.looked_at} />
      )}
      {preview.columns.length > 0 && (
        <ColumnFields
          columns={preview.columns}
          chosen={columns}
          onChoose={(header, field) => onChange({ columns: new Map([...columns, [header, field]]) })}
        />
      )}
      <FirstRecords records={preview.records} />
    </>
  );
}

function Warnings({ preview: { columns, found_by, warnings } }: { preview: Preview }) {
  const own = columns.length === 0 || found_by.includes("phone_number");
  const identity = own ? null : found_by.length === 0 ? IMPORTS.lacksIdentity : IMPORTS.lacksNumbers;
  // these have a place of their own
  const others = warnings.filter(({ code }) => code !== "ambiguous_numbers");
  if (identity === null && others.length === 0) return null;
  return (
    <ul className={style.warnings}>
      {identity !== null && (
        <li>
          <State tone="warn">{identity}</State>
        </li>
      )}
      {others.map(({ detail }) => (
        <li key={detail}>
          <State tone="warn">{sentence(detail)}</State>
        </li>
      ))}
    </ul>
  );
}

function FirstRecords({ records }: Pick<Preview, "records">) {
  if (records.length === 0) return null;
  return (
    <section className={common.block}>
      <h3>{IMPORTS.firstRecords}</h3>
      <ul className={style.lines}>
        {records.map(({ line, contact, refusal }) => (
          <li key={line}>
            <span className={style.line}>
              {IMPORTS.line} {line}
            </span>
            <div className={style.became}>
              {contact !== null && <Became contact={contact} />}
              {refusal !== null && (
                <State tone={contact === null ? "bad" : "warn"}>
                  {contact === null ? IMPORTS.refusedAs : IMPORTS.leftOut}: {refusal.detail}
                </State>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** A contact as the file makes it: the number first, then the others with what they are. */
function Became({ contact: { phone_number, custom_fields, ...fields } }: { contact: Fields }) {
  return (
    <>
      {typeof phone_number === "string" && <code>{phone_number}</code>}
      {Object.entries(fields).map(([name, value]) => became(name, fieldName(name), value))}
      {Object.entries((custom_fields ?? {}) as Fields).map(([name, value]) =>
        became(CUSTOM + name, name, value),
      )}
    </>
  );
}

function became(field: string, name: string, value: unknown) {
  return (
    <span key={field}>
      <span className={common.quiet}>{name}</span> {written(value)}
    </span>
  );
}

function written(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
