import { type Json, objectOf, objectsOf, textAt } from "../phone/read.ts";
import type { Slot } from "./slots.ts";

/** What fills the places of a template, by `keyOf` them. */
export type Values = Readonly<Record<string, string>>;

/** Names a place of a template. */
export function keyOf({ part, name }: Pick<Slot, "part" | "name">): string {
  return name === "" ? part : `${part} ${name}`;
}

/** A parameter of a message's template, with where it stands in the content. */
type Placed = { key: string; path: string; value: string };

/** What a message's components give, by the places that they fill. */
export function placedIn(components: unknown): readonly Placed[] {
  return objectsOf(components).flatMap((component, at) =>
    objectsOf(component.parameters).map((parameter, position) => ({
      key: keyOfParameter(component, parameter, position),
      path: `/content/template/components/${at}/parameters/${position}`,
      value: wordOf(parameter),
    })),
  );
}

function keyOfParameter({ type, index }: Json, parameter: Json, position: number): string {
  if (type === "button") return keyOf({ part: "buttons", name: String(index) });
  if (type === "header") return keyOf({ part: "header", name: "" });
  return keyOf({ part: "body", name: textAt(parameter, "parameter_name") ?? String(position) });
}

function wordOf(parameter: Json): string {
  const file = objectOf(parameter[String(parameter.type)]);
  return textAt(parameter, "text", "payload", "coupon_code") ?? textAt(file, "media_id", "link") ?? "";
}

/** The components that fill the places of a template. Empty texts of the body are kept, for those after them to count. */
export function componentsOf(slots: readonly Slot[], values: Values): readonly object[] {
  const given = slots.map((slot) => ({ slot, value: values[keyOf(slot)] ?? "" }));
  const of = (part: Slot["part"]) => given.filter(({ slot }) => slot.part === part);
  const body = of("body");
  return [
    ...of("header").flatMap(({ slot, value }) =>
      value === "" ? [] : [{ type: "header", parameters: [headerOf(slot, value)] }],
    ),
    ...(body.length === 0
      ? []
      : [{ type: "body", parameters: body.map(({ slot, value }) => textOf(slot, value)) }]),
    ...of("buttons").flatMap(({ slot, value }) => (value === "" ? [] : [buttonOf(slot, value)])),
  ];
}

function headerOf(slot: Slot, value: string): object {
  const { file } = slot;
  if (file === undefined) return textOf(slot, value);
  return { type: file, [file]: isAddress(value) ? { link: value } : { media_id: value } };
}

function textOf({ variable }: Slot, text: string): object {
  return { type: "text", text, ...(variable === undefined ? {} : { parameter_name: variable }) };
}

function buttonOf({ name, button: sub_type }: Slot, value: string): object {
  const parameter =
    sub_type === "quick_reply"
      ? { type: "payload", payload: value }
      : sub_type === "copy_code"
        ? { type: "coupon_code", coupon_code: value }
        : { type: "text", text: value };
  return { type: "button", sub_type, index: name, parameters: [parameter] };
}

/** Whether a file is given by its address. */
export function isAddress(value: string): boolean {
  return /^https?:/i.test(value);
}
