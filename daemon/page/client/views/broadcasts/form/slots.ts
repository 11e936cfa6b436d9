import type { Slot } from "../../../parts/templates/slots.ts";
import type { Parameter, Parameters } from "./draft.ts";

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
