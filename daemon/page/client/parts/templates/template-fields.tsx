import type { Problem } from "../../api/problem.ts";
import { TEMPLATE } from "../../view-words.ts";
import { Field } from "../fields/field.tsx";
import { MediaField } from "../files/media-field.tsx";
import { type Json, objectOf, textAt } from "../phone/read.ts";
import { type Slot, slotsOf } from "./slots.ts";
import { TemplateSelect } from "./template-select.tsx";
import { componentsOf, isAddress, keyOf, placedIn } from "./template-values.ts";
import { type NamedTemplate, useTemplates } from "./use-templates.ts";

/** A template of codes has one: in its text, which Meta writes, and behind the button that copies it. */
const CODE: readonly Slot[] = [
  { part: "body", name: "0", label: TEMPLATE.code },
  { part: "buttons", name: "0", label: TEMPLATE.code, button: "url" },
];

type TemplateFieldsProps = {
  channelId: string | null;
  content: unknown;
  onChange: (content: object) => void;
  problem: Problem | null;
};

/** Which template is sent, and what fills its places. */
export function TemplateFields({ channelId, content, onChange, problem }: TemplateFieldsProps) {
  const template = objectOf(objectOf(content).template);
  const named = namedBy(template);
  const templates = useTemplates(channelId ?? undefined, named);
  const { chosen } = templates;
  const isCode = chosen?.category === "AUTHENTICATION";
  const slots = chosen === undefined ? [] : isCode ? CODE : slotsOf(chosen);
  const placed = placedIn(template.components);
  const values = Object.fromEntries(placed.map(({ key, value }) => [key, value]));
  const set = ({ name, language }: NamedTemplate, components: readonly object[]) =>
    onChange({
      ...objectOf(content),
      template: {
        ...{ name, language: { code: language } },
        ...(components.length === 0 ? {} : { components }),
      },
    });
  const errorOf = (path: string) =>
    problem?.errors.find((error) => error.path.startsWith(path))?.message ?? null;
  return (
    <>
      <TemplateSelect
        templates={templates}
        value={named}
        onChange={(chosen) => set(chosen, [])}
        error={errorOf("/content/template/name") ?? errorOf("/content/template/language")}
      />
      {(isCode ? CODE.slice(0, 1) : slots).map((slot) => {
        const key = keyOf(slot);
        const path = placed.find((one) => one.key === key)?.path;
        return (
          <SlotField
            key={`${named.name} ${key}`}
            slot={slot}
            value={values[key] ?? ""}
            onChange={(value) => {
              const given = isCode ? CODE.map(keyOf) : [key];
              const next = Object.fromEntries(given.map((one) => [one, value]));
              set(named, componentsOf(slots, { ...values, ...next }));
            }}
            error={path === undefined ? null : errorOf(path)}
          />
        );
      })}
      {chosen !== undefined && slots.length === 0 && <p>{TEMPLATE.nothingToFill}</p>}
    </>
  );
}

type SlotFieldProps = {
  slot: Slot;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
};

function SlotField({ slot: { label, hint, file }, ...field }: SlotFieldProps) {
  if (file !== undefined && !isAddress(field.value))
    return <MediaField {...field} label={label} kind={file} />;
  return <Field {...field} label={label} hint={hint} />;
}

function namedBy(template: Json): NamedTemplate {
  return {
    name: textAt(template, "name") ?? "",
    language: textAt(objectOf(template.language), "code") ?? "",
  };
}
