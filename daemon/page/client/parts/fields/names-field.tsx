import { useId, useState } from "react";
import { Field, TextArea } from "./field.tsx";
import { Offers } from "./offers.tsx";
import type { Option } from "./select.tsx";

type NamesFieldProps = {
  label: string;
  hint: string;
  names: readonly string[];
  onChange: (names: string[]) => void;
  error: string | null;
  /** What is offered as the next name while it is typed. */
  offers?: readonly Option[];
  /** More than one line, for many names. */
  rows?: number;
};

/** Some names, such as of tags, with commas between them. */
export function NamesField({ label, hint, names, onChange, error, offers, rows = 1 }: NamesFieldProps) {
  // what is half written has a comma at its end
  const [typed, setTyped] = useState(names.join(", "));
  const offersId = useId();
  const before = typed.includes(",") ? `${typed.slice(0, typed.lastIndexOf(","))}, ` : "";
  const field = {
    ...{ label, hint, error, value: typed },
    onChange(text: string) {
      setTyped(text);
      onChange(text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])));
    },
  };
  if (rows > 1) return <TextArea {...field} rows={rows} />;
  if (offers === undefined) return <Field {...field} />;
  const left = offers.filter(({ value }) => !names.includes(value));
  return (
    <>
      <Field {...field} list={offersId} />
      <Offers id={offersId} offers={left.map((one) => ({ ...one, value: before + one.value }))} />
    </>
  );
}
