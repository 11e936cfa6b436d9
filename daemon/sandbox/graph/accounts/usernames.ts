import { Type } from "../../../lib/typebox.ts";
import { failure, parameterError } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import type { World } from "../world.ts";
import type { Phone } from "./phone.ts";

const claim = createValidator(
  strict({
    username: Type.String({ minLength: 3, maxLength: 35 }),
    transfer_action: Type.Optional(Type.Union([Type.Literal("none"), Type.Literal("force_transfer")])),
  }),
);

/** At least one letter, no period at an end nor two in a row, no beginning or end of an address. */
const FORM = /^(?!www)(?!.*\.\.)(?!.*\.(?:com|net|org)$)(?=.*[a-z])[a-z0-9_][a-z0-9._]*[a-z0-9_]$/i;

/** `GET /{phone_number_id}/username`; the name is left out when there is none. */
export function getUsername(exchange: Exchange, { username }: Phone): Response {
  return ok(exchange, username == null ? {} : { username: username.name, status: username.status });
}

/** `POST /{phone_number_id}/username`: approved at once, or only reserved with `hold` in the name. */
export async function postUsername(exchange: Exchange, phone: Phone): Promise<Response> {
  const body = await readJson(exchange.request);
  if (!claim.is(body)) return no(exchange, claim.explain(body, ""));
  if (!FORM.test(body.username))
    return no(exchange, parameterError("Param username is not a valid username."));
  const { world } = exchange;
  const other = [...world.phones.values()].find(
    ({ id, username }) => id !== phone.id && username?.name === body.username.toLowerCase(),
  );
  if (other !== undefined && body.transfer_action !== "force_transfer") return no(exchange, elsewhere());
  if (other !== undefined) take(world, other);
  const status = body.username.includes("hold") ? "reserved" : "approved";
  phone.username = { name: body.username.toLowerCase(), status };
  report(world, phone, { username: phone.username.name, status });
  return ok(exchange, { status });
}

/** `DELETE /{phone_number_id}/username` */
export function deleteUsername(exchange: Exchange, phone: Phone): Response {
  if (phone.username != null) take(exchange.world, phone);
  return ok(exchange, { success: true });
}

/** `GET /{phone_number_id}/username_suggestions` */
export function suggestUsernames(exchange: Exchange, { verifiedName, digits }: Phone): Response {
  const name = verifiedName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 24);
  return ok(exchange, { data: [{ username_suggestions: [name, `${name}.${digits.slice(-4)}`] }] });
}

function elsewhere() {
  const reason = "The username is in use by another phone number of the same business portfolio.";
  return failure(400, 147_005, "Username is in use by another phone number", reason);
}

function take(world: World, phone: Phone): void {
  phone.username = null;
  report(world, phone, { status: "deleted" });
}

function report(world: World, { wabaId, digits }: Phone, change: object): void {
  if (!world.subscribed.has(wabaId) || world.outbox.webhookUrl() === undefined) return;
  const value = { display_phone_number: digits, ...change };
  world.outbox.push({ kind: "change", wabaId, field: "business_username_updates", value });
}
