import { WORDS } from "../../words.ts";
import { Field, TextArea } from "../fields/field.tsx";
import { Select } from "../fields/select.tsx";
import { localTime } from "../local-time.ts";
import { choicesOf, inWords, kindOf, type PlaceProps, typeOf } from "./kinds.ts";

/** Longer texts have more than a line. */
const LINE_LENGTH = 256;
const NOT_SET = "";

/** A word, a number, a text, or yes or no. Empty is not set. */
export function Simple({ label, schema, value, isRequired, error, onChange }: PlaceProps) {
  const shared = {
    label,
    error,
    isRequired,
    ...(schema.description === undefined ? {} : { hint: schema.description }),
  };
  const kind = kindOf(schema);
  if (kind === "choice" || kind === "boolean") {
    const words = kind === "boolean" ? ["true", "false"] : choicesOf(schema);
    const named = kind === "boolean" ? { true: WORDS.yes, false: WORDS.no } : {};
    const options = words.map((word) => ({ value: word, label: named[word as "true"] ?? inWords(word) }));
    const { isRequired: _, ...about } = shared;
    return (
      <Select
        {...about}
        options={isRequired ? options : [{ value: NOT_SET, label: defaultWord(schema.default) }, ...options]}
        value={value === undefined || value === null ? (isRequired ? null : NOT_SET) : String(value)}
        onChange={(word) =>
          onChange(word === NOT_SET ? undefined : kind === "boolean" ? word === "true" : word)
        }
      />
    );
  }
  const text = value === undefined || value === null ? "" : String(value);
  if (kind === "number")
    return (
      <Field
        {...shared}
        type="number"
        value={text}
        placeholder={schema.default === undefined ? "" : String(schema.default)}
        onChange={(typed) => onChange(typed === "" ? emptyOf(schema.type) : Number(typed))}
      />
    );
  const change = (typed: string) => onChange(typed === "" ? emptyOf(schema.type) : typed);
  if ((schema.maxLength ?? 0) > LINE_LENGTH) return <TextArea {...shared} value={text} onChange={change} />;
  if (schema.format === "date-time")
    return (
      <Field
        {...shared}
        type="datetime-local"
        value={text === "" ? "" : localTime(new Date(text))}
        onChange={(typed) => change(typed === "" ? "" : new Date(typed).toISOString())}
      />
    );
  return <Field {...shared} value={text} onChange={change} />;
}

/** What may be null is emptied by null: leaving it out would leave it as it is. */
function emptyOf(type: PlaceProps["schema"]["type"]): null | undefined {
  return Array.isArray(type) && typeOf({ type }) !== undefined ? null : undefined;
}

function defaultWord(value: unknown): string {
  return value === undefined ? WORDS.notSet : `${WORDS.byDefault}: ${inWords(String(value))}`;
}
