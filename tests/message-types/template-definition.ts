import type { Json } from "./table.ts";

type Parameter = { type: string };
type Component = { type: string; sub_type?: string; index?: string; parameters?: Parameter[] };
type Template = { name: string; language: { code: string }; components?: Component[] };

/** Templates with these are passed on as they are; Meta's stand-in does not play them. */
const NOT_PLAYED = ["carousel", "limited_time_offer"];

/** The template that a message was written for; null when it names one that is there from the start. */
export function definitionOf(body: Json): Json | null {
  if (body.type !== "template") return null;
  const { name, language, components = [] } = body.template as Template;
  if (components.length === 0 && name === "hello_world") return null;
  const variables = partsOf(components, "body").map((_, index) => `{{${index + 1}}}`);
  const buttons = components.filter(({ type }) => type === "button");
  return {
    ...{ name, language: language.code },
    components: [
      ...partsOf(components, "header").map(headerOf),
      { type: "BODY", text: `Words ${variables.join(" ")}.` },
      ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons: buttonsOf(buttons) }]),
    ],
  };
}

export function isPlayed(body: Json): boolean {
  const { components = [] } = (body.template ?? {}) as Partial<Template>;
  return !components.some(({ type }) => NOT_PLAYED.includes(type));
}

function partsOf(components: Component[], type: string): Parameter[] {
  return components
    .filter((component) => component.type === type)
    .flatMap(({ parameters = [] }) => parameters);
}

function headerOf({ type }: Parameter): Json {
  return type === "text"
    ? { type: "HEADER", format: "TEXT", text: "{{1}}" }
    : { type: "HEADER", format: type.toUpperCase() };
}

/** Quick replies stand in the places that no component names. */
function buttonsOf(components: Component[]): Json[] {
  const last = Math.max(...components.map(({ index }) => Number(index)));
  return Array.from({ length: last + 1 }, (_, place) => {
    const named = components.find(({ index }) => Number(index) === place);
    return { type: (named?.sub_type ?? "quick_reply").toUpperCase() };
  });
}
