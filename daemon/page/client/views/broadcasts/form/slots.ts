import { type Part, partsIn, variablesOf } from "../../../../../template-rules/text.ts";
import type { RowOf } from "../../../api/call.ts";
import type { Parameter, Parameters } from "./draft.ts";
import { FORM } from "./words.ts";

export type KnownTemplate = RowOf<"GET /v1/templates">;

/** A place of a template that a broadcast fills. */
export type Slot = {
  part: "header" | "body" | "buttons";
  /** Its place within the part; empty for the header. */
  name: string;
  label: string;
  hint?: string;
};

/** The places of a template, in the order in which a phone shows them. */
export function slotsOf({ components, parameter_format }: KnownTemplate): Slot[] {
  const of = (type: string) => partsIn(components).find((part) => part.type === type) ?? {};
  const names = variablesOf(String(of("BODY").text ?? ""));
  const isNamed = parameter_format === "NAMED";
  return [
    ...headerSlots(of("HEADER")),
    ...inOrder(names, isNamed).map((name, at): Slot => {
      return { part: "body", name: isNamed ? name : String(at), label: `{{${name}}}` };
    }),
    ...partsIn(of("BUTTONS").buttons).flatMap(buttonSlots),
  ];
}

/** Numbered ones are given by their number, wherever they stand in the text. */
function inOrder(names: readonly string[], isNamed: boolean): readonly string[] {
  return isNamed ? names : names.toSorted((one, other) => Number(one) - Number(other));
}

function headerSlots({ format = "TEXT", text = "" }: Part): Slot[] {
  const slot = { part: "header", name: "" } as const;
  if (format === "TEXT")
    return variablesOf(String(text)).map((name) => ({ ...slot, label: FORM.headerVariable(name) }));
  return format === "LOCATION" ? [] : [{ ...slot, label: FORM.headerFile, hint: FORM.headerFileHint }];
}

function buttonSlots({ type, text, url }: Part, at: number): Slot[] {
  const slot = { part: "buttons", name: String(at) } as const;
  const title = String(text ?? "");
  if (type === "URL" && variablesOf(String(url)).length > 0)
    return [{ ...slot, label: FORM.buttonLink(title), hint: String(url) }];
  if (type === "COPY_CODE") return [{ ...slot, label: FORM.buttonCode }];
  if (type === "QUICK_REPLY")
    return [{ ...slot, label: FORM.buttonReply(title), hint: FORM.buttonReplyHint }];
  return [];
}

/** What stands in a place; nothing yet is an empty text. */
export function parameterAt(parameters: Parameters, { part, name }: Slot): Parameter {
  if (part === "header") return parameters.header ?? "";
  const within = parameters[part] as Readonly<Record<string, Parameter>> | undefined;
  return within?.[name] ?? "";
}

/** All that fills a template, with one place changed. What is empty is left out, but for texts that are counted. */
export function withParameter(
  slots: readonly Slot[],
  parameters: Parameters,
  changed: Slot,
  value: Parameter,
): Parameters {
  const at = (slot: Slot) => (slot === changed ? value : parameterAt(parameters, slot));
  const of = (part: Slot["part"]) => slots.filter((slot) => slot.part === part);
  const given = (part: Slot["part"]) =>
    of(part).flatMap((slot) => (at(slot) === "" ? [] : [[slot.name, at(slot)] as const]));
  const [header] = given("header");
  const isCounted = of("body").every(({ name }, position) => name === String(position));
  const body = isCounted ? of("body").map(at) : Object.fromEntries(given("body"));
  const buttons = given("buttons");
  return {
    ...(header === undefined ? {} : { header: header[1] }),
    ...(of("body").length === 0 ? {} : { body }),
    ...(buttons.length === 0 ? {} : { buttons: Object.fromEntries(buttons) }),
  };
}

/** The words that stand in place of the body's variables, for a phone: fields by their names. */
export function shownValues(slots: readonly Slot[], parameters: Parameters): Record<string, string> {
  const body = slots.filter(({ part }) => part === "body");
  return Object.fromEntries(
    body.map((slot) => {
      const value = parameterAt(parameters, slot);
      return [slot.label.slice(2, -2), typeof value === "string" ? value : `[${value.field}]`];
    }),
  );
}
