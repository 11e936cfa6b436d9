import { codePoints } from "../../lib/characters.ts";
import { Type } from "../../lib/typebox.ts";
import { mustDiffer, refuse } from "../checks.ts";
import { replyFields, strict } from "../fields.ts";
import { messageType } from "../message-type.ts";
import { canonicalTemplate } from "./canonical.ts";
import { Component } from "./components.ts";
import { valueError } from "./variable.ts";

const LONGEST_HEADER_TEXT = 60;
const LONGEST_BODY_TEXT = 1024;

/**
 * An approved template with its variables filled in (Meta, "Template messages"). Whether it has
 * these variables is checked against its definition, where that is known.
 */
export const template = messageType({
  type: "template",
  schema: strict({
    template: strict({
      name: Type.String({ pattern: "^[a-z0-9_]{1,512}$", description: "1 to 512 of a-z, 0-9 and _" }),
      language: strict({
        code: Type.String({
          pattern: "^[a-z]{2,3}(_[A-Za-z]{2,4})?$",
          description: "A locale code of the template, such as en_US",
        }),
      }),
      components: Type.Optional(Type.Array(Component, { maxItems: 16 })),
    }),
    ...replyFields,
  }),
  canonical: canonicalTemplate,
  check: ({ template: { components = [] } }) => checkComponents(components, "/template/components"),
  addressed: true,
  examples: [
    { template: { name: "hello_world", language: { code: "en_US" } } },
    {
      template: {
        name: "order_update",
        language: { code: "en_US" },
        components: [
          {
            type: "body",
            parameters: [
              { type: "text", text: "Ada" },
              { type: "text", text: "A-1042" },
            ],
          },
        ],
      },
    },
    {
      template: {
        name: "order_shipped",
        language: { code: "en_US" },
        components: [
          {
            type: "header",
            parameters: [{ type: "image", image: { link: "https://example.com/parcel.jpg" } }],
          },
          { type: "body", parameters: [{ type: "text", text: "Ada" }] },
          {
            type: "button",
            sub_type: "url",
            index: "0",
            parameters: [{ type: "text", text: "parcels/1042" }],
          },
          {
            type: "button",
            sub_type: "quick_reply",
            index: "1",
            parameters: [{ type: "payload", payload: "stop-reports" }],
          },
        ],
      },
    },
  ],
});

function checkComponents(components: readonly Component[], path: string): void {
  mustDiffer(components.map((component, at) => [`${path}/${at}`, slotOf(component)]));
  components.forEach((component, at) => {
    checkValues(component, `${path}/${at}`);
    if (component.type === "header") {
      checkTexts(component.parameters, `${path}/${at}/parameters`, LONGEST_HEADER_TEXT);
    }
    // A body that stands alone may be as long as its schema says.
    if (component.type === "body" && components.length > 1) {
      checkTexts(component.parameters, `${path}/${at}/parameters`, LONGEST_BODY_TEXT);
    }
  });
}

/** A template has one header, one body, and one button in each place. */
function slotOf(component: Component): string {
  return component.type === "button" ? `button ${component.index}` : component.type;
}

function checkTexts(
  parameters: readonly { type: string; text?: string }[],
  path: string,
  most: number,
): void {
  parameters.forEach(({ text = "" }, index) => {
    const length = codePoints(text);
    if (length > most) refuse(`${path}/${index}/text`, `at most ${most} characters, not ${length}`);
  });
}

/** Refuses values that Meta refuses in any part of a template, those of a carousel's cards among them. */
function checkValues(part: unknown, path: string): void {
  const { parameters, cards, components } = Object(part) as Record<string, unknown>;
  for (const [name, inner] of Object.entries({ cards, components }))
    if (Array.isArray(inner)) inner.forEach((one, at) => void checkValues(one, `${path}/${name}/${at}`));
  if (!Array.isArray(parameters)) return;
  parameters.forEach((parameter, at) => {
    for (const [where, value] of valuesOf(parameter)) {
      const error = typeof value === "string" ? valueError(value) : null;
      if (error !== null) refuse(`${path}/parameters/${at}/${where}`, error);
    }
  });
}

/** The texts of a parameter that stand in a template, and where they are. */
function valuesOf(parameter: unknown): [where: string, value: unknown][] {
  const { text, currency, date_time } = Object(parameter) as Record<string, unknown>;
  const fallbackOf = (one: unknown) => (Object(one) as Record<string, unknown>).fallback_value;
  return [
    ["text", text],
    ["currency/fallback_value", fallbackOf(currency)],
    ["date_time/fallback_value", fallbackOf(date_time)],
  ];
}
