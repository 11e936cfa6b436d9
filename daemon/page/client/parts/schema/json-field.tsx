import { useState } from "react";
import { WORDS } from "../../words.ts";
import { TextArea } from "../fields/field.tsx";
import type { PlaceProps } from "./kinds.ts";

/** Whatever has no form of its own, written as JSON. */
export function JsonField({ label, schema, value, isRequired, error, onChange }: PlaceProps) {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  const [isBroken, setBroken] = useState(false);
  function change(typed: string): void {
    setText(typed);
    try {
      onChange(typed.trim() === "" ? undefined : JSON.parse(typed));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  }
  return (
    <TextArea
      label={label}
      hint={schema.description}
      error={isBroken ? WORDS.notJson : error}
      value={text}
      onChange={change}
      isRequired={isRequired}
      isMono
    />
  );
}
