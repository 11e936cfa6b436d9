import { Field } from "../../../parts/fields/field.tsx";
import { localTime } from "../../../parts/local-time.ts";
import { FORM } from "../../../view-words.ts";
import type { Audience } from "./draft.ts";

type Filter = NonNullable<Audience["filter"]>;

const FIELDS = [
  { name: "q", label: FORM.search },
  { name: "tag", label: FORM.tag },
  { name: "external_source", label: FORM.source },
] as const;

type FilterFieldsProps = {
  filter: Filter;
  onChange: (audience: Audience) => void;
  error: (path: string) => string | null;
};

/** What contacts must match, as their list is filtered. The words stay when they are empty: no filter at all is everyone. */
export function FilterFields({ filter, onChange, error }: FilterFieldsProps) {
  function set(name: keyof Filter, value: string) {
    const { [name]: _, ...others } = filter;
    onChange({ filter: { q: "", ...others, ...(value !== "" || name === "q" ? { [name]: value } : {}) } });
  }
  return (
    <>
      {FIELDS.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          value={filter[name] ?? ""}
          onChange={(value) => set(name, value)}
          error={error(`/audience/filter/${name}`)}
        />
      ))}
      <Field
        label={FORM.changedAfter}
        type="datetime-local"
        value={filter.updated_after === undefined ? "" : localTime(new Date(filter.updated_after))}
        onChange={(typed) => set("updated_after", typed === "" ? "" : new Date(typed).toISOString())}
        error={error("/audience/filter/updated_after")}
      />
    </>
  );
}
