import { type Static, Type } from "@sinclair/typebox";
import { newObjectId } from "./ids.ts";
import { strict, textOf } from "./schema.ts";

const button = Type.Object({
  type: Type.String(),
  text: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
});

const component = Type.Object({
  type: Type.Union([
    Type.Literal("HEADER"),
    Type.Literal("BODY"),
    Type.Literal("FOOTER"),
    Type.Literal("BUTTONS"),
  ]),
  format: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  buttons: Type.Optional(Type.Array(button)),
});

/** A template as the control API takes it, in the words of Meta's template definition. */
export const templateDefinition = strict({
  name: Type.String({ pattern: "^[a-z0-9_]{1,512}$" }),
  language: textOf(16),
  category: Type.Optional(
    Type.Union([Type.Literal("MARKETING"), Type.Literal("UTILITY"), Type.Literal("AUTHENTICATION")]),
  ),
  status: Type.Optional(
    Type.Union([
      Type.Literal("APPROVED"),
      Type.Literal("PENDING"),
      Type.Literal("REJECTED"),
      Type.Literal("PAUSED"),
      Type.Literal("DISABLED"),
    ]),
  ),
  components: Type.Array(component, { minItems: 1 }),
});

export type TemplateDefinition = Static<typeof templateDefinition>;
export type Template = Required<TemplateDefinition> & { id: string };
export type TemplateStore = ReturnType<typeof createTemplateStore>;

const BUILT_IN: readonly TemplateDefinition[] = [
  {
    name: "hello_world",
    language: "en_US",
    components: [
      { type: "HEADER", format: "TEXT", text: "Hello World" },
      { type: "BODY", text: "Welcome and congratulations!! This message demonstrates your ability to send." },
      { type: "FOOTER", text: "Waypost Sandbox" },
    ],
  },
  {
    name: "order_update",
    language: "en_US",
    components: [{ type: "BODY", text: "Hello {{1}}, your order {{2}} is on its way." }],
  },
];

/** The templates every business account of the sandbox has. */
export function createTemplateStore() {
  const templates = new Map<string, Template>();
  function put(definition: TemplateDefinition): Template {
    const key = `${definition.name} ${definition.language}`;
    const id = templates.get(key)?.id ?? newObjectId();
    const template: Template = { category: "UTILITY", status: "APPROVED", ...definition, id };
    templates.set(key, template);
    return template;
  }
  function clear(): void {
    templates.clear();
    for (const definition of BUILT_IN) put(definition);
  }
  clear();
  return {
    put,
    clear,
    get: (name: string, language: string) => templates.get(`${name} ${language}`),
    all: () => [...templates.values()],
  };
}

/** How many different `{{…}}` a text has. */
export function variables(text: string | undefined): number {
  return new Set(text?.match(/\{\{[a-z0-9_]+\}\}/g) ?? []).size;
}
