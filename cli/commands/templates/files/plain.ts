import { storedDigits } from "../../../../daemon/phone-numbers/stored.ts";
import { canonical } from "../../../../daemon/template-rules/canonical.ts";
import { isObject } from "../../../lib/values/objects.ts";
import { partsIn, takesFile } from "./parts.ts";
import type { Part, TemplateFile } from "./template-file.ts";

const ORDER = ["HEADER", "LIMITED_TIME_OFFER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL"];
/** Buttons whose text Meta writes. */
const TEXTLESS = ["OTP", "COPY_CODE", "REQUEST_CONTACT_INFO"];

type Given = Omit<TemplateFile, "parameter_format"> & { parameter_format?: string };

/**
 * A template in one form, whether Meta shows it or somebody wrote it: Meta adds to what it was given, and writes some
 * of it in another way. Example files are left out, since of them Meta keeps only an address that expires.
 */
export function plainTemplate(template: Given): TemplateFile {
  const { name, language, category, allow_category_change, components } = template;
  const parts = partsIn(components).map((part) => plainPart(canonical(part), category));
  return {
    ...{ name, language, category },
    ...(template.parameter_format === "NAMED" ? { parameter_format: "NAMED" as const } : {}),
    ...(allow_category_change === undefined ? {} : { allow_category_change }),
    components: parts.sort((one, other) => placeOf(one) - placeOf(other)),
  };
}

function placeOf({ type }: Part): number {
  const place = ORDER.indexOf(String(type));
  return place === -1 ? ORDER.length : place;
}

function plainPart(part: Part, category: string): Part {
  if (category === "AUTHENTICATION") return plainAuthentication(part);
  const { example, ...rest } = part;
  return {
    ...rest,
    ...(example === undefined || takesFile(part) ? {} : { example }),
    ...(part.buttons === undefined ? {} : { buttons: partsIn(part.buttons).map(plainButton) }),
    ...(part.cards === undefined
      ? {}
      : { cards: partsIn(part.cards).map((card) => plainCard(card, category)) }),
  };
}

function plainCard(card: Part, category: string): Part {
  // Meta numbers the cards that it shows
  const { card_index: _, ...rest } = card;
  return { ...rest, components: partsIn(card.components).map((part) => plainPart(part, category)) };
}

/** Of an authentication template Meta writes all texts, and shows its button as the address behind it. */
function plainAuthentication(part: Part): Part {
  const { type, add_security_recommendation, code_expiration_minutes } = part;
  switch (type) {
    case "BODY":
      return { type, ...(add_security_recommendation === true ? { add_security_recommendation } : {}) };
    case "FOOTER":
      return { type, code_expiration_minutes };
    case "BUTTONS":
      return { type, buttons: partsIn(part.buttons).map(otpButton) };
    default:
      return part;
  }
}

function otpButton(button: Part): Part {
  if (button.type !== "URL") return plainButton(button);
  const shown = URL.parse(String(button.url))?.searchParams.get("otp_type") ?? "COPY_CODE";
  return { type: "OTP", otp_type: shown.toUpperCase() };
}

function plainButton(button: Part): Part {
  const { text, phone_number: phone, example, ...rest } = button;
  return {
    ...rest,
    ...(text === undefined || TEXTLESS.includes(String(button.type)) ? {} : { text }),
    ...(phone === undefined ? {} : { phone_number: dialledBy(phone) }),
    ...(example === undefined ? {} : { example: plainExample(button) }),
  };
}

/** A number with its sign, however it is written; what is none stays, and is refused. */
function dialledBy(phone: unknown): unknown {
  const [digits] = storedDigits(String(phone), null);
  return digits === undefined ? phone : `+${digits}`;
}

/** The example of an address is the whole address, and that of a code the code. */
function plainExample({ type, url, example }: Part): unknown {
  const [value]: unknown[] = [example].flat();
  if (type === "COPY_CODE") return value;
  if (type !== "URL" || typeof value !== "string" || isObject(value)) return example;
  return [/^https?:\/\//.test(value) ? value : String(url).replace(/\{\{[^{}]*\}\}/, () => value)];
}
