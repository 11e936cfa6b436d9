import { WORDS } from "../../words.ts";
import { Checkbox } from "../fields/checkbox.tsx";
import { nameOfField, type PlaceProps, record, type ShowPlace, withMember } from "./kinds.ts";
import style from "./schema.module.css";

type ObjectProps = PlaceProps & { place: ShowPlace; without: readonly string[] };

/** The members of an object, under its name. What is optional can be folded, and is while it is empty; what may be null can be none. */
export function ObjectFields({
  label,
  path,
  schema,
  value,
  isRequired,
  onChange,
  place,
  without,
}: ObjectProps) {
  const members = record(value);
  const names = Object.keys(schema.properties ?? {}).filter((name) => !without.includes(name));
  const fields = names.map((name) =>
    place({
      label: nameOfField(name),
      path: `${path}/${name}`,
      schema: schema.properties?.[name] ?? {},
      value: members[name],
      isRequired: schema.required?.includes(name) ?? false,
      onChange: (member) => onChange(withMember(value, name, member)),
    }),
  );
  if (label === "") return <div className={style.fields}>{fields}</div>;
  return (
    <details className={style.object} open={isRequired || Object.keys(members).length > 0}>
      <summary>{label}</summary>
      {schema.description !== undefined && <p className={style.hint}>{schema.description}</p>}
      {schema.type?.includes("null") && (
        <Checkbox isOn={value === null} onChange={(isOn) => onChange(isOn ? null : undefined)}>
          {WORDS.none}
        </Checkbox>
      )}
      {value !== null && <div className={style.fields}>{fields}</div>}
    </details>
  );
}
