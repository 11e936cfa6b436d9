import type { FieldError } from "../http/problem.ts";
import { canonical } from "./canonical.ts";
import { LANGUAGES } from "./languages.ts";
import { definitionErrors } from "./rules.ts";
import { type Part, partsIn } from "./text.ts";

const CATEGORIES = ["MARKETING", "UTILITY", "AUTHENTICATION"];
const FORMATS = ["POSITIONAL", "NAMED"];
const BUTTONS = [
  ...[
    "QUICK_REPLY",
    "URL",
    "PHONE_NUMBER",
    "COPY_CODE",
    "OTP",
    "FLOW",
    "CATALOG",
    "MPM",
    "SPM",
    "VOICE_CALL",
  ],
  ...["CALL_PERMISSION_REQUEST", "REQUEST_CONTACT_INFO"],
];

/**
 * Everything that Meta would refuse in a template that nobody has looked at yet, such as one from a file: its name,
 * language and category too, whatever they are. An empty list says that it would be taken for review.
 */
export function templateErrors(template: Part): FieldError[] {
  const { name, language, category, parameter_format: format = "POSITIONAL", components } = template;
  const outside = [
    ...wrongUnless(
      typeof name === "string" && /^[a-z0-9_]{1,512}$/.test(name),
      "/name",
      "1 to 512 of a-z, 0-9 and _",
    ),
    ...wrongUnless(
      LANGUAGES.has(String(language)),
      "/language",
      "not a language of WhatsApp, such as en_US or de",
    ),
    ...oneOf(CATEGORIES, category, "/category"),
    ...oneOf(FORMATS, format, "/parameter_format"),
    ...wrongUnless(
      Array.isArray(components) && components.length > 0,
      "/components",
      "a list of components is required",
    ),
  ];
  const parts = partsIn(components).map(canonical);
  const definition = {
    category: String(category),
    parameter_format: format === "NAMED" ? ("NAMED" as const) : ("POSITIONAL" as const),
    components: parts,
  };
  const inside =
    parts.length === 0 ? [] : [...definitionErrors(definition), ...parts.flatMap(unknownButtons)];
  return [...outside, ...inside];
}

/** The API leaves types that it does not know to Meta; in a file they are slips of the pen. */
function unknownButtons({ buttons }: Part, index: number): FieldError[] {
  return partsIn(buttons).flatMap(({ type }, position) =>
    oneOf(BUTTONS, type, `/components/${index}/buttons/${position}/type`),
  );
}

function oneOf(choices: readonly string[], given: unknown, path: string): FieldError[] {
  return wrongUnless(choices.includes(String(given)), path, `expected one of ${choices.join(", ")}`);
}

function wrongUnless(isGood: boolean, path: string, message: string): FieldError[] {
  return isGood ? [] : [{ path, message }];
}
