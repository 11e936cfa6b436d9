import { useState } from "react";
import { Field, TextArea } from "./field.tsx";

type NamesFieldProps = {
  label: string;
  hint: string;
  names: readonly string[];
  onChange: (names: string[]) => void;
  error: string | null;
  /** More than one line, for many names. */
  rows?: number;
};

/** Some names, such as of tags, with commas between them. */
export function NamesField({ label, hint, names, onChange, error, rows = 1 }: NamesFieldProps) {
  // what is half written has a comma at its end
  const [typed, setTyped] = useState(names.join(", "));
  const field = {
    ...{ label, hint, error, value: typed },
    onChange(text: string) {
      setTyped(text);
      onChange(text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])));
    },
  };
  return rows === 1 ? <Field {...field} /> : <TextArea {...field} rows={rows} />;
}
