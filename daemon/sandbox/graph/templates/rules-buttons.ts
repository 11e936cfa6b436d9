import { codePoints } from "../../../lib/characters.ts";
import { isObject } from "../../../lib/objects.ts";
import { type GraphFailure, parameterError } from "../http/errors.ts";
import { isOneLine, kindOf, type Part, textOfPart, variables, withSubcode } from "./text.ts";

const TYPES = [
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
const MOST: Record<string, number> = {
  ...{ URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1, REQUEST_CONTACT_INFO: 1, FLOW: 1, CATALOG: 1, MPM: 1, OTP: 0 },
};
/** Whose text Meta knows itself. */
const TEXTLESS = ["COPY_CODE", "REQUEST_CONTACT_INFO"];

/** Meta's refusal of a template's buttons; null when they are accepted. */
export function buttonsFailure(part: Part): GraphFailure | null {
  const buttons = Array.isArray(part.buttons) ? part.buttons.filter(isObject) : [];
  if (buttons.length === 0 || buttons.length > 10) return wrong("There are 1 to 10 buttons.");
  const kinds = buttons.map(kindOf);
  if (kinds.some((kind) => !TYPES.includes(kind)))
    return parameterError(`Param components[buttons][type] must be one of {${TYPES.join(", ")}}`);
  for (const [type, most] of Object.entries(MOST))
    if (kinds.filter((kind) => kind === type).length > most)
      return wrong(`There are at most ${most} buttons of type ${type}.`);
  if (isSplit(kinds)) return wrong("Quick reply buttons must be grouped together.");
  return buttons.map(buttonFailure).find((failure) => failure !== null) ?? null;
}

/** Whether another button stands between quick replies, or they between others. */
function isSplit(kinds: string[]): boolean {
  const [first, last] = [kinds.indexOf("QUICK_REPLY"), kinds.lastIndexOf("QUICK_REPLY")];
  const isAmong = first > 0 && last < kinds.length - 1;
  return first !== -1 && (isAmong || kinds.slice(first, last).some((kind) => kind !== "QUICK_REPLY"));
}

function buttonFailure(button: Part): GraphFailure | null {
  const [kind, text] = [kindOf(button), textOfPart(button)];
  if (codePoints(text) > 25 || (text === "" && !TEXTLESS.includes(kind)))
    return wrong("The text of a button has 1 to 25 characters.");
  if (!isOneLine(text) || text.includes("{{"))
    return wrong("Buttons can't have any variables, newlines, emojis, or formatting characters.");
  return KINDS[kind]?.(button) ?? null;
}

const KINDS: Record<string, (button: Part) => GraphFailure | null> = {
  URL: ({ url, example }) => {
    if (typeof url !== "string" || !/^https?:\/\/\S+$/.test(url) || url.length > 2000)
      return wrong("The URL of a button is an address of at most 2000 characters.");
    if (!url.includes("{{")) return null;
    if (variables(url) !== 1 || !url.endsWith("}}"))
      return wrong("The URL of a button ends with its variable.");
    return [example].flat().filter((one) => typeof one === "string" && one !== "").length === 1
      ? null
      : wrong("component of type BUTTONS is missing expected field(s) (example)");
  },
  PHONE_NUMBER: ({ phone_number }) =>
    /^\+?[0-9]{1,20}$/.test(String(phone_number)) ? null : wrong("The phone number is not valid."),
  COPY_CODE: ({ example }) =>
    /^[\s\S]{1,15}$/.test(String([example].flat()[0] ?? "")) ? null : wrong("A code has 1 to 15 characters."),
  FLOW: ({ flow_id, flow_name, flow_json }) =>
    [flow_id, flow_name, flow_json].filter((one) => one !== undefined).length === 1
      ? null
      : wrong("A flow button needs one of flow_id, flow_name and flow_json."),
};

function wrong(reason: string): GraphFailure {
  return withSubcode(2388043, reason);
}
