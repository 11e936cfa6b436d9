import { useState } from "react";
import { Field } from "../../../parts/fields/field.tsx";
import { FORM } from "./words.ts";

type TagsFieldProps = {
  label: string;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  error: string | null;
};

/** Some tags, with commas between them. */
export function TagsField({ label, tags, onChange, error }: TagsFieldProps) {
  // what is half written has a comma at its end
  const [typed, setTyped] = useState(tags.join(", "));
  return (
    <Field
      label={label}
      hint={FORM.tagsHint}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(text.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()])));
      }}
      error={error}
    />
  );
}
