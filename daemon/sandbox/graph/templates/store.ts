import { type Static, Type } from "../../../lib/typebox.ts";
import { newObjectId } from "../http/ids.ts";
import { strict, textOf } from "../http/schema.ts";
import { SAMPLE_HANDLE } from "../media/sample.ts";

const button = Type.Object({
  type: Type.String(),
  text: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  example: Type.Optional(Type.Unknown()),
});

const component = Type.Object({
  type: Type.Union([
    Type.Literal("HEADER"),
    Type.Literal("BODY"),
    Type.Literal("FOOTER"),
    Type.Literal("BUTTONS"),
    Type.Literal("CAROUSEL"),
    Type.Literal("LIMITED_TIME_OFFER"),
  ]),
  format: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  buttons: Type.Optional(Type.Array(button)),
  example: Type.Optional(Type.Unknown()),
});

export const TEMPLATE_STATUSES = ["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"] as const;
export const templateCategory = Type.Union([
  Type.Literal("MARKETING"),
  Type.Literal("UTILITY"),
  Type.Literal("AUTHENTICATION"),
]);

/** The most that deliveries of a template may cost, in its form of Meta's. */
export const maxPriceSpec = Type.Object({
  bid_amount: Type.Integer({ minimum: 1 }),
  bid_strategy: Type.Optional(Type.String()),
});

/** A template as the control API takes it, in the words of Meta's template definition. */
export const templateDefinition = strict({
  name: Type.String({ pattern: "^[a-z0-9_]{1,512}$" }),
  language: textOf(16),
  category: Type.Optional(templateCategory),
  status: Type.Optional(Type.Union(TEMPLATE_STATUSES.map((status) => Type.Literal(status)))),
  components: Type.Array(component, { minItems: 1 }),
  optimization_spec: Type.Optional(maxPriceSpec),
});

export type TemplateDefinition = Static<typeof templateDefinition>;
export type Template = Required<Omit<TemplateDefinition, "optimization_spec">> & {
  id: string;
  parameterFormat: "POSITIONAL" | "NAMED";
  /** The account it was made in; null is every account. */
  wabaId: string | null;
  rejectedReason: string;
  quality: string;
  /** For how long its messages are tried to be delivered; absent: as Meta does. */
  lifetime?: number | undefined;
  /** The most that its deliveries may cost; absent: as the rate card has it. */
  optimization_spec?: Static<typeof maxPriceSpec> | undefined;
  /** Whether it waits for the reviewer's decision. */
  inReview: boolean;
  /** When it was edited while it was approved, in milliseconds since 1970. */
  edits: number[];
};
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
    components: [
      {
        type: "BODY",
        text: "Hello {{1}}, your order {{2}} is on its way.",
        example: { body_text: [["Ada", "4711"]] },
      },
    ],
  },
  {
    name: "order_shipped",
    language: "en_US",
    components: [
      { type: "HEADER", format: "IMAGE", example: { header_handle: [SAMPLE_HANDLE] } },
      {
        type: "BODY",
        text: "Hello {{1}}, your parcel has left us.",
        example: { body_text: [["Ada"]] },
      },
      {
        type: "BUTTONS",
        buttons: [
          {
            ...{ type: "URL", text: "Track it", url: "https://example.com/{{1}}" },
            example: ["https://example.com/4711"],
          },
          { type: "QUICK_REPLY", text: "No more reports" },
        ],
      },
    ],
  },
];

type Extras = Partial<Pick<Template, "parameterFormat" | "wabaId" | "edits" | "lifetime">>;

/** The templates of the sandbox: some that every business account has, and those made in one. */
export function createTemplateStore() {
  const templates = new Map<string, Template>();
  function put(definition: TemplateDefinition, extras: Extras = {}): Template {
    const key = `${definition.name} ${definition.language}`;
    const id = templates.get(key)?.id ?? newObjectId();
    const template: Template = {
      ...{ category: "UTILITY", status: "APPROVED", parameterFormat: "POSITIONAL", wabaId: null },
      ...{ rejectedReason: "NONE", quality: "UNKNOWN", inReview: false, edits: [] },
      ...definition,
      ...extras,
      id,
    };
    templates.set(key, template);
    return template;
  }
  function clear(): void {
    templates.clear();
    for (const definition of BUILT_IN) put(definition);
  }
  clear();
  const all = () => [...templates.values()];
  return {
    put,
    clear,
    all,
    get: (name: string, language: string) => templates.get(`${name} ${language}`),
    find: (id: string) => all().find((template) => template.id === id),
    /** Those an account has, oldest first. */
    of: (wabaId: string) =>
      all().filter((template) => template.wabaId === null || template.wabaId === wabaId),
    /** Exactly these, and no others. */
    restore(kept: readonly Template[]): void {
      templates.clear();
      for (const template of kept) templates.set(`${template.name} ${template.language}`, template);
    },
    remove: ({ name, language }: Template) => void templates.delete(`${name} ${language}`),
  };
}
