import { parameterError } from "../http/errors.ts";
import { type Exchange, no, ok } from "../http/exchange.ts";
import { pageOf } from "../http/pages.ts";
import { isBefore } from "../http/versions.ts";
import { phonesOf } from "../world.ts";
import type { Phone } from "./phone.ts";

/** Fields of a phone number that are returned by default (`PhoneNumberInfo` in Meta's OpenAPI file). */
const USUAL_FIELDS = [
  ...["verified_name", "code_verification_status", "display_phone_number"],
  ...["quality_rating", "platform_type", "throughput"],
];

/** `GET /{phone_number_id}?fields=` */
export function getPhoneNumber(exchange: Exchange, phone: Phone): Response {
  const wanted = fieldsOf(exchange);
  const known = fieldsWith(phone, exchange);
  const unknown = unknownField(wanted, known);
  if (unknown !== undefined) return no(exchange, nonexisting(unknown));
  return ok(exchange, pick(known, wanted));
}

/** `GET /{waba_id}/phone_numbers?fields=&limit=&after=` */
export function listPhoneNumbers(exchange: Exchange): Response {
  const page = pageOf(exchange, phonesOf(exchange.world, exchange.id));
  if ("code" in page) return no(exchange, page);
  const { data: phones, paging } = page;
  const wanted = fieldsOf(exchange);
  const known = phones.map((phone) => fieldsWith(phone, exchange));
  const unknown = known[0] && unknownField(wanted, known[0]);
  if (unknown !== undefined) return no(exchange, nonexisting(unknown));
  return ok(exchange, { data: known.map((fields) => pick(fields, wanted)), paging });
}

function fieldsOf({ url }: Exchange): string[] {
  const fields = url.searchParams.get("fields");
  return fields === null ? USUAL_FIELDS : fields.split(",").filter((name) => name !== "");
}

type Fields = Record<string, unknown>;

function unknownField(wanted: string[], known: Fields): string | undefined {
  return wanted.find((name) => !Object.hasOwn(known, name));
}

function nonexisting(name: string) {
  return parameterError(
    `Tried accessing nonexisting field (${name}) on node type (WhatsAppBusinessPhoneNumber)`,
  );
}

function pick(known: Fields, wanted: string[]): object {
  return Object.fromEntries([...new Set([...wanted, "id"])].map((name) => [name, known[name]]));
}

function fieldsWith(phone: Phone, { world, version }: Exchange): Fields {
  return {
    id: phone.id,
    display_phone_number: phone.displayPhoneNumber,
    verified_name: phone.verifiedName,
    quality_rating: "GREEN",
    code_verification_status: phone.verified ? "VERIFIED" : "NOT_VERIFIED",
    name_status: "APPROVED",
    status: phone.registered ? "CONNECTED" : phone.verified ? "PENDING" : "UNVERIFIED",
    platform_type: "CLOUD_API",
    account_mode: "SANDBOX",
    [isBefore(version, 24) ? "messaging_limit_tier" : "whatsapp_business_manager_messaging_limit"]:
      world.portfolio.messagingLimit,
    is_on_biz_app: phone.coexists,
    is_official_business_account: phone.official,
    throughput: { level: phone.throughput },
  };
}
