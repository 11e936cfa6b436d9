import { useId } from "react";
import { Checkbox } from "./checkbox.tsx";
import style from "./choices.module.css";
import field from "./field.module.css";
import type { Option } from "./select.tsx";

export type ChoicesProps = {
  label: string;
  /** What none chosen means, such as "All events". */
  all: string;
  options: readonly Option[];
  /** Null is all. */
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
  error?: string | null;
};

/** Some of many, or all of them. */
export function Choices({ label, all, options, value, onChange, error = null }: ChoicesProps) {
  const id = useId();
  const toggle = (one: string, isOn: boolean) => {
    const rest = (value ?? []).filter((other) => other !== one);
    const next = isOn ? [...rest, one] : rest;
    onChange(next.length === 0 ? null : next);
  };
  return (
    <fieldset className={field.field} aria-describedby={error === null ? undefined : id}>
      <legend className={field.label}>{label}</legend>
      <Checkbox isOn={value === null} isDisabled={value === null} onChange={() => onChange(null)}>
        {all}
      </Checkbox>
      <div className={style.options}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            isOn={value?.includes(option.value) ?? false}
            onChange={(isOn) => toggle(option.value, isOn)}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      {error !== null && (
        <p id={id} className={field.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
