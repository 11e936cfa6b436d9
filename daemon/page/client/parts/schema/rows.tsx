import { Plus, X } from "lucide-react";
import { WORDS } from "../../words.ts";
import { Button, IconButton } from "../button.tsx";
import type { PlaceProps, ShowPlace } from "./kinds.ts";
import style from "./schema.module.css";

/** A list: each of its values, with buttons to remove one and to add one. */
export function Rows({
  label,
  path,
  schema,
  value,
  error,
  onChange,
  place,
}: PlaceProps & { place: ShowPlace }) {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? undefined : next);
  const isFull = rows.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  return (
    <fieldset className={style.object}>
      <legend>{label}</legend>
      {schema.description !== undefined && <p className={style.hint}>{schema.description}</p>}
      {error !== null && <p className={style.error}>{error}</p>}
      {rows.map((row, at) => (
        <div key={`${path}/${String(at)}`} className={style.row}>
          {place({
            label: `${label} ${at + 1}`,
            path: `${path}/${at}`,
            schema: schema.items ?? {},
            value: row,
            isRequired: true,
            onChange: (changed) => set(rows.with(at, changed)),
          })}
          <IconButton
            label={`${WORDS.remove} ${at + 1}`}
            icon={X}
            onPress={() => set(rows.toSpliced(at, 1))}
          />
        </div>
      ))}
      {!isFull && (
        <Button icon={Plus} onPress={() => set([...rows, undefined])}>
          {WORDS.add} {label.toLowerCase()}
        </Button>
      )}
    </fieldset>
  );
}
