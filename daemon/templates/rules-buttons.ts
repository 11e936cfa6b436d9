import type { FieldError } from "../http/problem.ts";
import { codePoints } from "../lib/characters.ts";
import { type Part, variablesOf } from "./rules-text.ts";

const MOST_BUTTONS = 10;
/** The most buttons of each kind; other kinds are left for Meta to check. */
const MOST_OF_A_KIND: Record<string, number> = {
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  OTP: 1,
  REQUEST_CONTACT_INFO: 1,
};

/** What is wrong with a template's buttons (Meta, "Components of a message template", buttons). */
export function buttonErrors(part: Part, path: string, category: string, most = MOST_BUTTONS): FieldError[] {
  const buttons = Array.isArray(part.buttons) ? (part.buttons as Part[]) : [];
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
  const otp = buttons.some(({ type }) => type === "OTP");
  const asks = buttons.findIndex(({ type }) => type === "REQUEST_CONTACT_INFO");
  if (asks >= 0 && category === "AUTHENTICATION")
    return [
      ...apart,
      { path: `${path}/${asks}/type`, message: "not in a template of category AUTHENTICATION" },
    ];
  return category === "AUTHENTICATION" && !otp
    ? [...apart, { path, message: "an AUTHENTICATION template needs a button of type OTP" }]
    : apart;
}

function buttonError(button: Part, path: string): FieldError[] {
  const text = typeof button.text === "string" ? button.text : "";
  const optional = ["OTP", "COPY_CODE", "REQUEST_CONTACT_INFO"].includes(String(button.type));
  const label =
    codePoints(text) > 25 || (text === "" && !optional)
      ? [{ path: `${path}/text`, message: "1 to 25 characters" }]
      : [];
  return [...label, ...(KINDS[String(button.type)]?.(button, path) ?? [])];
}

const KINDS: Record<string, (button: Part, path: string) => FieldError[]> = {
  URL: urlErrors,
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
