import { currencies, currencyName } from "../../../languages/forms.ts";
import { ComboBox } from "./combo-box.tsx";

type CurrencyFieldProps = {
  label: string;
  hint?: string;
  /** Three letters; empty for none. */
  value: string;
  onChange: (currency: string) => void;
  error: string | null;
};

/** A currency, found by its name or its letters. */
export function CurrencyField({ value, onChange, ...about }: CurrencyFieldProps) {
  return (
    <ComboBox
      {...about}
      options={currencies().map((code) => ({ value: code, label: `${code} · ${currencyName(code)}` }))}
      value={value === "" ? null : value}
      onChange={(code) => onChange(code ?? "")}
    />
  );
}
