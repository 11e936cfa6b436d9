import type { FieldError } from "../http/problem.ts";
import { type Part, partsIn } from "./text.ts";

const PARTS = ["BODY", "FOOTER", "BUTTONS"];
const KINDS = ["COPY_CODE", "ONE_TAP", "ZERO_TAP"];
const MOST_APPS = 5;

/**
 * The mistakes in the components of an authentication template: Meta writes its texts itself, so there is little
 * to choose (Meta, "Authentication templates").
 */
export function authenticationErrors(components: readonly Part[]): FieldError[] {
  const button = components.some(({ type }) => type === "BUTTONS")
    ? []
    : [{ path: "/components", message: "an AUTHENTICATION template needs a button of type OTP" }];
  return [...components.flatMap((part, index) => partErrors(part, `/components/${index}`)), ...button];
}

function partErrors(part: Part, path: string): FieldError[] {
  if (!PARTS.includes(String(part.type)))
    return [{ path: `${path}/type`, message: `an AUTHENTICATION template has only ${PARTS.join(", ")}` }];
  if (part.type === "BUTTONS") return buttonsErrors(partsIn(part.buttons), `${path}/buttons`);
  const text =
    part.text === undefined
      ? []
      : [{ path: `${path}/text`, message: "the text of an AUTHENTICATION template is Meta's" }];
  return [...text, ...(part.type === "FOOTER" ? lifetimeErrors(part, path) : adviceErrors(part, path))];
}

function adviceErrors({ add_security_recommendation: advice }: Part, path: string): FieldError[] {
  return advice === undefined || typeof advice === "boolean"
    ? []
    : [{ path: `${path}/add_security_recommendation`, message: "true or false" }];
}

function lifetimeErrors({ code_expiration_minutes: minutes }: Part, path: string): FieldError[] {
  const isLifetime = Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= 90;
  return isLifetime ? [] : [{ path: `${path}/code_expiration_minutes`, message: "1 to 90 minutes" }];
}

function buttonsErrors(buttons: Part[], path: string): FieldError[] {
  const [button, ...others] = buttons;
  if (button?.type !== "OTP" || others.length > 0)
    return [{ path, message: "an AUTHENTICATION template has exactly one button, of type OTP" }];
  const at = `${path}/0`;
  if (!KINDS.includes(String(button.otp_type)))
    return [{ path: `${at}/otp_type`, message: `expected one of ${KINDS.join(", ")}` }];
  if (button.otp_type === "COPY_CODE") return [];
  const terms =
    button.otp_type === "ZERO_TAP" && button.zero_tap_terms_accepted !== true
      ? [{ path: `${at}/zero_tap_terms_accepted`, message: "must be true" }]
      : [];
  return [...terms, ...appErrors(button, at)];
}

/** The apps that may take the code; the first form of Meta's API has one, beside the type. */
function appErrors(button: Part, path: string): FieldError[] {
  const apps = button.supported_apps === undefined ? [button] : partsIn(button.supported_apps);
  const isApp = ({ package_name, signature_hash }: Part) =>
    [package_name, signature_hash].every((one) => typeof one === "string" && one !== "");
  return apps.length >= 1 && apps.length <= MOST_APPS && apps.every(isApp)
    ? []
    : [
        {
          path: `${path}/supported_apps`,
          message: `1 to ${MOST_APPS} apps, each with package_name and signature_hash`,
        },
      ];
}
