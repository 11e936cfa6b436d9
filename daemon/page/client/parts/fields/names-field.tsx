import { useState } from "react";
import { Field } from "./field.tsx";

type NamesFieldProps = {
  label: string;
  hint: string;
  names: readonly string[];
  onChange: (names: string[]) => void;
  error: string | null;
};

/** Some names, such as of tags, with commas between them. */
export function NamesField({ label, hint, names, onChange, error }: NamesFieldProps) {
  // what is half written has a comma at its end
  const [typed, setTyped] = useState(names.join(", "));
  return (
    <Field
      label={label}
      hint={hint}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])));
      }}
      error={error}
    />
  );
}
