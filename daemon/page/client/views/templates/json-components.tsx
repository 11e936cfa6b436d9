import { useState } from "react";
import { type Part, partsIn } from "../../../../template-rules/text.ts";
import { TextArea } from "../../parts/fields/field.tsx";
import { TEMPLATES } from "../../view-words.ts";

type JsonComponentsProps = { components: readonly Part[]; onChange: (components: Part[]) => void };

/** The components in Meta's form. What is no list of them is not taken, and said to be none. */
export function JsonComponents({ components, onChange }: JsonComponentsProps) {
  const [text, setText] = useState(() => JSON.stringify(components, null, 2));
  const write = (next: string) => {
    setText(next);
    const parsed = listIn(next);
    if (parsed !== null) onChange(parsed);
  };
  return (
    <TextArea
      label={TEMPLATES.json}
      hint={TEMPLATES.jsonHint}
      value={text}
      onChange={write}
      error={listIn(text) === null ? TEMPLATES.notJson : null}
      rows={18}
      isMono
    />
  );
}

function listIn(text: string): Part[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? partsIn(value) : null;
  } catch {
    return null;
  }
}
