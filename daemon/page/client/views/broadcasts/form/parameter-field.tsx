import { Field } from "../../../parts/fields/field.tsx";
import { Pair } from "../../../parts/fields/form.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { MediaField } from "../../../parts/files/media-field.tsx";
import type { Slot } from "../../../parts/templates/slots.ts";
import { FORM } from "../../../view-words.ts";
import type { Parameter } from "./draft.ts";

const SAME = "same";
const CUSTOM = "custom";
const SOURCES = [
  { value: SAME, label: FORM.sameForAll },
  ...Object.entries(FORM.fields).map(([value, label]) => ({ value, label })),
];

type ParameterFieldProps = {
  slot: Slot;
  value: Parameter;
  onChange: (value: Parameter) => void;
  error: (path: string) => string | null;
};

/** What fills one place of a template: a text for everybody, or a field of each contact. */
export function ParameterField({
  slot: { part, name, label, hint, file },
  value,
  onChange,
  error,
}: ParameterFieldProps) {
  const path = `/template/parameters/${part}${name === "" ? "" : `/${name}`}`;
  const field = typeof value === "string" ? null : value;
  const isCustom = field?.field.startsWith(`${CUSTOM}.`) === true;
  const source = field === null ? SAME : isCustom ? CUSTOM : field.field;
  return (
    <>
      <Select
        label={label}
        {...(hint === undefined ? {} : { hint })}
        options={SOURCES}
        value={source}
        onChange={(chosen) =>
          onChange(chosen === SAME ? "" : { field: chosen === CUSTOM ? `${CUSTOM}.` : chosen })
        }
      />
      {typeof value === "string" ? (
        <Same {...{ label, value, onChange }} {...(file && { file })} error={error(path)} />
      ) : (
        <Pair>
          {isCustom && (
            <Field
              label={FORM.customOf(label)}
              value={value.field.slice(CUSTOM.length + 1)}
              onChange={(key) => onChange({ ...value, field: `${CUSTOM}.${key}` })}
              error={error(`${path}/field`) ?? error(path)}
              isMono
            />
          )}
          <Field
            label={FORM.otherwise(label)}
            hint={FORM.otherwiseHint}
            value={value.fallback ?? ""}
            onChange={(text) => onChange({ field: value.field, ...(text === "" ? {} : { fallback: text }) })}
            error={error(`${path}/fallback`)}
          />
        </Pair>
      )}
    </>
  );
}

type SameProps = Pick<Slot, "label" | "file"> & {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
};

/** A text; of a file, its address, or the id of one that is uploaded here. */
function Same({ label, file, value, onChange, error }: SameProps) {
  const isUploaded = value.startsWith("med_");
  return (
    <>
      {file !== undefined && (value === "" || isUploaded) && (
        <MediaField label={FORM.fileOf(label)} kind={file} value={value} onChange={onChange} />
      )}
      {(file === undefined || !isUploaded) && (
        <Field
          label={file === undefined ? FORM.textOf(label) : FORM.addressOf(label)}
          value={value}
          onChange={onChange}
          error={error}
        />
      )}
    </>
  );
}
