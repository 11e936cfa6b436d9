import { isObject } from "../../../lib/objects.ts";
import type { GraphFailure } from "../http/errors.ts";
import { kindOf, type Part, withSubcode } from "./text.ts";

/** Meta's refusal of an authentication template, if any; Meta writes its texts (Meta, "Authentication templates"). */
export function authenticationFailure(components: readonly Part[]): GraphFailure | null {
  const of = (kind: string) => components.find((part) => kindOf(part) === kind);
  const [footer, buttons] = [of("FOOTER"), of("BUTTONS")?.buttons];
  if (components.some((part) => !["BODY", "FOOTER", "BUTTONS"].includes(kindOf(part))))
    return wrong("An authentication template has a body, a footer and a button, and nothing else.");
  if (components.some(({ text }) => text !== undefined))
    return wrong("The body and the footer of an authentication template can't have texts.");
  const advice = of("BODY")?.add_security_recommendation;
  if (advice !== undefined && typeof advice !== "boolean")
    return wrong("add_security_recommendation is true or false.");
  const minutes = footer?.code_expiration_minutes;
  if (footer !== undefined && !(Number.isInteger(minutes) && Number(minutes) > 0 && Number(minutes) <= 90))
    return wrong("code_expiration_minutes is from 1 to 90.");
  const [button, ...others] = Array.isArray(buttons) ? buttons : [];
  if (!isObject(button) || kindOf(button) !== "OTP" || others.length > 0)
    return wrong("An authentication template has exactly one button, of type OTP.");
  return otpFailure(button);
}

function otpFailure(button: Part): GraphFailure | null {
  if (button.otp_type === "COPY_CODE") return null;
  if (button.otp_type !== "ONE_TAP" && button.otp_type !== "ZERO_TAP")
    return wrong("otp_type is one of COPY_CODE, ONE_TAP and ZERO_TAP.");
  if (button.otp_type === "ZERO_TAP" && button.zero_tap_terms_accepted !== true)
    return wrong("zero_tap_terms_accepted has to be true.");
  const apps = Array.isArray(button.supported_apps) ? button.supported_apps : [button];
  const known = apps.filter((app) => isObject(app) && app.package_name && app.signature_hash);
  return apps.length >= 1 && apps.length <= 5 && known.length === apps.length
    ? null
    : wrong("supported_apps has 1 to 5 apps, each with package_name and signature_hash.");
}

function wrong(reason: string): GraphFailure {
  return withSubcode(2388043, reason);
}
