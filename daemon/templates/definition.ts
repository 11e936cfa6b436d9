import { refused } from "../contacts/refused.ts";
import { problem } from "../http/problem.ts";
import { Type } from "../lib/typebox.ts";
import { canonical } from "../template-rules/canonical.ts";
import { type Definition, definitionErrors } from "../template-rules/rules.ts";
import { type MaxPrice, OptimizationSpec } from "./template.ts";

const Component = Type.Object(
  { type: Type.String({ maxLength: 32, description: "HEADER, BODY, FOOTER, BUTTONS, CAROUSEL …" }) },
  // a schema, not `true`: fields beside `type` would be left out as unknown
  { additionalProperties: Type.Unknown() },
);
const Components = Type.Array(Component, {
  minItems: 1,
  maxItems: 10,
  description: "In Meta's form; what Meta would refuse is refused here, with its path",
});
export const Category = Type.Union(
  ["MARKETING", "UTILITY", "AUTHENTICATION"].map((category) => Type.Literal(category)),
);
const ParameterFormat = Type.Union([Type.Literal("POSITIONAL"), Type.Literal("NAMED")], {
  description: "Whether variables are {{1}}, {{2}} … or named; the default is POSITIONAL",
});

const COMPONENTS = [
  { type: "HEADER", format: "TEXT", text: "Your order" },
  {
    type: "BODY",
    text: "Hello {{1}}, your order {{2}} is ready.",
    example: { body_text: [["Ada", "4711"]] },
  },
  { type: "FOOTER", text: "Blue Door Café" },
  { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Thanks" }] },
];

export const CreateTemplateBody = Type.Object(
  {
    channel_id: Type.String({
      maxLength: 64,
      description: "An official channel; the template belongs to its account",
    }),
    name: Type.String({ pattern: "^[a-z0-9_]{1,512}$", description: "1 to 512 of a-z, 0-9 and _" }),
    language: Type.String({ pattern: "^[a-z]{2,3}(_[A-Za-z]{2,4})?$", description: "Such as en_US or de" }),
    category: Category,
    parameter_format: Type.Optional(ParameterFormat),
    components: Components,
    optimization_spec: Type.Optional(OptimizationSpec),
  },
  {
    examples: [
      {
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        name: "order_ready",
        language: "en_US",
        category: "UTILITY",
        components: COMPONENTS,
      },
    ],
  },
);

export const UpdateTemplateBody = Type.Object(
  {
    category: Type.Optional(Category),
    parameter_format: Type.Optional(ParameterFormat),
    components: Type.Optional(Components),
    optimization_spec: Type.Optional(OptimizationSpec),
  },
  { minProperties: 1, examples: [{ components: COMPONENTS }] },
);

/** Throws 422 for the most that a template may cost where it is no marketing template. */
export function checkedMaxPrice(given: MaxPrice | undefined, category: string): MaxPrice | undefined {
  if (given === undefined || category.toUpperCase() === "MARKETING") return given;
  throw refused("/optimization_spec", "only marketing templates have a maximum price");
}

/** A definition as Meta keeps it: types and formats in upper case. Throws 422 `invalid_template` with every wrong path. */
export function checkedDefinition(given: Definition): Definition {
  const definition = { ...given, components: given.components.map(canonical) };
  const errors = definitionErrors(definition);
  const [first] = errors;
  if (first === undefined) return definition;
  throw problem(422, "invalid_template", `${first.path}: ${first.message}`, { errors });
}
