import { Link } from "wouter";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import field from "../../../parts/fields/field.module.css";
import type { Option } from "../../../parts/fields/select.tsx";
import { FORM } from "../../../view-words.ts";

type ChannelsFieldProps = {
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error: string | null;
};

/** The numbers that a broadcast is sent from. Where there is only one, nothing is asked. */
export function ChannelsField({ options, chosen, onChange, error }: ChannelsFieldProps) {
  if (options.length === 0 && chosen.length === 0)
    return (
      <p>
        {FORM.noChannel} <Link href="/channels">{FORM.toChannels}</Link>
      </p>
    );
  if (options.length <= 1) return error === null ? null : <p className={field.error}>{error}</p>;
  return (
    <fieldset className={field.field}>
      <legend className={field.label}>{FORM.from}</legend>
      {options.map(({ value, label, hint }) => (
        <Checkbox
          key={value}
          isOn={chosen.includes(value)}
          onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((other) => other !== value))}
        >
          {label} {hint}
        </Checkbox>
      ))}
      <p className={error === null ? field.hint : field.error}>{error ?? FORM.fromHint}</p>
    </fieldset>
  );
}
