import { type Static, Type } from "../../../../lib/typebox.ts";
import { failure, type GraphFailure, invalidValue, missingParameter } from "../../http/errors.ts";
import { strict } from "../../http/schema.ts";
import type { Template } from "../../templates/store.ts";
import { variables } from "../../templates/text.ts";
import { defineKind, first } from "./kind.ts";
import { type Parameter, parameter, parametersFailure } from "./template-parameters.ts";

const component = strict({
  type: Type.Union([
    ...[Type.Literal("header"), Type.Literal("body"), Type.Literal("button")],
    ...[Type.Literal("HEADER"), Type.Literal("BODY"), Type.Literal("BUTTON")],
  ]),
  sub_type: Type.Optional(
    Type.String({
      pattern: "^(quick_reply|url|catalog|copy_code|flow|mpm|QUICK_REPLY|URL|CATALOG|COPY_CODE|FLOW|MPM)$",
    }),
  ),
  index: Type.Optional(
    Type.Union([Type.String({ pattern: "^[0-9]$" }), Type.Integer({ minimum: 0, maximum: 9 })]),
  ),
  parameters: Type.Optional(Type.Array(parameter)),
});

type Component = Static<typeof component>;

const schema = strict({
  name: Type.String({ pattern: "^[a-z0-9_]{1,512}$" }),
  language: strict({
    code: Type.String({ minLength: 1 }),
    policy: Type.Optional(Type.Literal("deterministic")),
  }),
  components: Type.Optional(Type.Array(component)),
});

export const template = defineKind("template", schema, (content, world) => {
  const known = world.templates.get(content.name, content.language.code);
  if (known === undefined) {
    const details = `template name (${content.name}) does not exist in ${content.language.code}`;
    return failure(404, 132001, "Template name does not exist in the translation", details);
  }
  const components = content.components ?? [];
  return first(
    statusFailure(known),
    ...components.map((part) => parametersFailure(part.parameters ?? [], part.type.toLowerCase(), world)),
    textFailure("header", components, headerText(known)),
    headerFailure(components, known),
    textFailure("body", components, known.components.find(({ type }) => type === "BODY")?.text),
    buttonsFailure(components, known),
  );
});

function statusFailure({ name, status }: Template): GraphFailure | null {
  if (status === "APPROVED") return null;
  if (status === "PAUSED") return failure(400, 132015, "Template is paused", `template ${name} is paused`);
  if (status === "DISABLED")
    return failure(400, 132016, "Template is disabled", `template ${name} is disabled`);
  return failure(
    404,
    132001,
    "Template name does not exist in the translation",
    `template ${name} is ${status}`,
  );
}

function parametersOf(components: Component[], type: string): Parameter[] {
  return components
    .filter((part) => part.type.toLowerCase() === type)
    .flatMap((part) => part.parameters ?? []);
}

function headerText(known: Template): string | undefined {
  const header = known.components.find(({ type }) => type === "HEADER");
  return (header?.format ?? "TEXT") === "TEXT" ? (header?.text ?? "") : undefined;
}

/** A text component takes exactly as many parameters as it has variables. */
function textFailure(type: string, components: Component[], text: string | undefined): GraphFailure | null {
  if (text === undefined) return null;
  const given = parametersOf(components, type).length;
  const expected = variables(text);
  if (given === expected) return null;
  const title = "Number of parameters does not match the expected number of params";
  const counts = `number of localizable_params (${given}) does not match the expected number of params (${expected})`;
  return failure(400, 132000, title, `${type}: ${counts}`);
}

/** A media header takes one file of its format. */
function headerFailure(components: Component[], known: Template): GraphFailure | null {
  const format = known.components.find(({ type }) => type === "HEADER")?.format ?? "TEXT";
  if (format === "TEXT") return null;
  const given = parametersOf(components, "header").map(({ type }) => type.toUpperCase());
  if (given.length === 1 && given[0] === format) return null;
  const details = `header: Format mismatch, expected ${format}, received ${given.join(", ") || "UNKNOWN"}`;
  return failure(400, 132012, "Parameter format does not match format in the created template", details);
}

function buttonsFailure(components: Component[], known: Template): GraphFailure | null {
  const buttons = known.components.flatMap((part) => part.buttons ?? []);
  const given = components.filter((part) => part.type.toLowerCase() === "button");
  for (const part of given) {
    if (part.sub_type === undefined || part.index === undefined) {
      return missingParameter("template['components']: a button needs sub_type and index");
    }
    const kind = buttons[Number(part.index)]?.type.toLowerCase();
    // a button that copies a code is filled as a link is (Meta, "Authentication templates")
    if ((kind === "otp" ? "url" : kind) !== part.sub_type.toLowerCase()) {
      return invalidValue(`buttons: Button at index ${part.index} is not of type ${part.sub_type}`);
    }
  }
  const filled = new Set(given.map((part) => Number(part.index)));
  const open = buttons.findIndex((button, index) => variables(button.url) > 0 && !filled.has(index));
  return open === -1
    ? null
    : missingParameter(`buttons: Button at index ${open} of type Url requires a parameter`);
}
