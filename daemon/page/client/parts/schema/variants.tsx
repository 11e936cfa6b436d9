import { useState } from "react";
import type { Schema } from "../../api/schemas.ts";
import { WORDS } from "../../words.ts";
import { Select } from "../fields/select.tsx";
import { inWords, type PlaceProps, record, type ShowPlace, typeOf } from "./kinds.ts";
import style from "./schema.module.css";

type VariantsProps = PlaceProps & { place: ShowPlace; resolve: (schema: Schema) => Schema };

/** One of several forms: which one, and then that one. */
export function Variants({ place, resolve, error, ...about }: VariantsProps) {
  const { label, schema, value, path } = about;
  const variants = (schema.anyOf ?? []).map(resolve).filter((one) => typeOf(one) !== "null");
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      variants.findIndex((one) => fits(one, value)),
    ),
  );
  const variant = variants[chosen];
  if (variants.length === 1 && variant !== undefined) return place({ ...about, schema: variant });
  return (
    <div className={style.fields}>
      <Select
        label={label === "" ? WORDS.kind : label}
        error={error}
        options={variants.map((one, at) => ({ value: String(at), label: nameOf(one, at) }))}
        value={String(chosen)}
        onChange={(at) => {
          setChosen(Number(at));
          about.onChange(undefined);
        }}
      />
      {variant !== undefined && place({ ...about, label: "", path, schema: variant })}
    </div>
  );
}

function nameOf(schema: Schema, at: number): string {
  const type = typeOf(schema);
  const names = Object.keys(schema.properties ?? {});
  return schema.title ?? (names.length > 0 ? names.map(inWords).join(", ") : (type ?? String(at + 1)));
}

/** Whether a value looks like one of this form, as far as its members tell. */
function fits({ properties = {}, required = [] }: Schema, value: unknown): boolean {
  const names = Object.keys(record(value));
  return (
    names.length > 0 &&
    required.every((name) => names.includes(name)) &&
    names.every((name) => name in properties)
  );
}
