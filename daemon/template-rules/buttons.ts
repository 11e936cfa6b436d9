import type { FieldError } from "../http/problem.ts";
import { codePoints } from "../lib/characters.ts";
import { isPlain, type Part, partsIn, variablesOf } from "./text.ts";

const MOST_BUTTONS = 10;
/** The most buttons of each kind; other kinds are left for Meta to check. */
const MOST_OF_A_KIND: Record<string, number> = {
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  OTP: 1,
  REQUEST_CONTACT_INFO: 1,
  FLOW: 1,
  CATALOG: 1,
  MPM: 1,
};

/** The mistakes in a template's buttons (Meta, "Components of a message template", buttons). */
export function buttonErrors(part: Part, path: string, category: string, most = MOST_BUTTONS): FieldError[] {
  const buttons = partsIn(part.buttons);
  const at = `${path}/buttons`;
  if (buttons.length === 0) return [{ path: at, message: "required" }];
  const tooMany = buttons.length > most ? [{ path: at, message: `at most ${most} buttons` }] : [];
  const inner = buttons.flatMap((button, index) => buttonError(button, `${at}/${index}`));
  return [...tooMany, ...kindErrors(buttons, at), ...groupErrors(buttons, at, category), ...inner];
}

function kindErrors(buttons: Part[], path: string): FieldError[] {
  return Object.entries(MOST_OF_A_KIND)
    .filter(([type, most]) => buttons.filter((button) => button.type === type).length > most)
    .map(([type, most]) => ({ path, message: `at most ${most} of type ${type}` }));
}

/** Quick replies must be together, before or after all other buttons. */
function groupErrors(buttons: Part[], path: string, category: string): FieldError[] {
  const quick = buttons.map(({ type }) => type === "QUICK_REPLY");
  const changes = quick.filter((is, index) => index > 0 && is !== quick[index - 1]).length;
  const apart = changes > 1 ? [{ path, message: "buttons of type QUICK_REPLY must stand together" }] : [];
  const codes = category === "AUTHENTICATION" ? -1 : buttons.findIndex(({ type }) => type === "OTP");
  return codes === -1
    ? apart
    : [...apart, { path: `${path}/${codes}/type`, message: "only in a template of category AUTHENTICATION" }];
}

function buttonError(button: Part, path: string): FieldError[] {
  const text = typeof button.text === "string" ? button.text : "";
  const optional = ["OTP", "COPY_CODE", "REQUEST_CONTACT_INFO"].includes(String(button.type));
  const label =
    codePoints(text) > 25 || (text === "" && !optional)
      ? [{ path: `${path}/text`, message: "1 to 25 characters" }]
      : [];
  const plain =
    isPlain(text) && !/\{\{|\}\}/.test(text)
      ? []
      : [{ path: `${path}/text`, message: "no variables, line breaks, emoji or asterisks are allowed here" }];
  return [...label, ...plain, ...(KINDS[String(button.type)]?.(button, path) ?? [])];
}

const KINDS: Record<string, (button: Part, path: string) => FieldError[]> = {
  URL: urlErrors,
  FLOW: flowErrors,
  PHONE_NUMBER: ({ phone_number }, path) =>
    typeof phone_number === "string" && /^\+?[0-9]{1,20}$/.test(phone_number)
      ? []
      : [{ path: `${path}/phone_number`, message: "1 to 20 digits, optionally with a +" }],
  COPY_CODE: ({ example }, path) => {
    const code: unknown = Array.isArray(example) ? example[0] : example;
    return typeof code === "string" && code.length >= 1 && code.length <= 15
      ? []
      : [{ path: `${path}/example`, message: "1 to 15 characters" }];
  },
};

/** Meta knows a flow by its id or name, or makes it of its JSON. */
function flowErrors({ flow_id, flow_name, flow_json }: Part, path: string): FieldError[] {
  const given = [flow_id, flow_name, flow_json].filter((one) => one !== undefined).length;
  return given === 1 ? [] : [{ path, message: "one of flow_id, flow_name and flow_json is required" }];
}

/** A URL may have one variable, at its end, and then needs an example. */
function urlErrors({ url, example }: Part, path: string): FieldError[] {
  if (typeof url !== "string" || !/^https?:\/\/\S+$/.test(url) || url.length > 2000) {
    return [{ path: `${path}/url`, message: "an http(s) address of at most 2000 characters" }];
  }
  const names = variablesOf(url);
  if (names.length === 0) return [];
  if (names.length > 1 || !/\{\{[^{}]*\}\}$/.test(url)) {
    return [{ path: `${path}/url`, message: "at most one variable, at the end of the address" }];
  }
  const exampled = Array.isArray(example) ? example.length === 1 : typeof example === "string";
  return exampled ? [] : [{ path: `${path}/example`, message: "required: an address with an example in it" }];
}
