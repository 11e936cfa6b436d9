import { Type } from "../../../lib/typebox.ts";
import { inboundChange } from "../control/inbound-changes.ts";
import { failure } from "../http/errors.ts";
import { type Exchange, no, ok, readJson } from "../http/exchange.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import type { Phone } from "./phone.ts";

/** Whom the Business app knows, and has a chat with. */
const PERSON = "15550000008";

const asked = createValidator(
  strict({
    messaging_product: Type.Literal("whatsapp"),
    sync_type: Type.Union([Type.Literal("smb_app_state_sync"), Type.Literal("history")]),
  }),
);

/**
 * `POST /{phone_number_id}/smb_app_data`: has what the WhatsApp Business app has sent as webhooks, each once (Meta,
 * "Onboarding WhatsApp Business app users").
 */
export async function postAppData(exchange: Exchange, phone: Phone): Promise<Response> {
  const { world, request } = exchange;
  const body = await readJson(request);
  if (!asked.is(body)) return no(exchange, asked.explain(body, ""));
  if (!phone.coexists)
    return no(exchange, refused("The phone number is not used in the WhatsApp Business app."));
  const { sync_type: what } = body;
  if (phone.sentOfApp?.includes(what)) return no(exchange, refused("The data was synchronized already."));
  phone.sentOfApp = [...(phone.sentOfApp ?? []), what];
  const kind = what === "history" ? "history" : "address_book";
  const change = inboundChange(kind, { content: {}, from: PERSON, phone, world });
  if (change !== undefined)
    world.outbox.push({ kind: "change", wabaId: phone.wabaId, field: change.field, value: change.value });
  return ok(exchange, { messaging_product: "whatsapp", request_id: crypto.randomUUID() });
}

const refused = (details: string) => failure(400, 100, "Invalid parameter", details);
