import { isObject } from "../../../lib/objects.ts";
import { Type } from "../../../lib/typebox.ts";
import type { Phone } from "../accounts/phone.ts";
import { failure, invalidParameter } from "../http/errors.ts";
import { type Exchange, readJson } from "../http/exchange.ts";
import { createValidator } from "../http/validate.ts";
import { categoryOf, refused, takeMessage } from "./messages.ts";

/** What a body has beyond that of a message: `MarketingMessageRequestPayload` in Meta's OpenAPI file. */
const more = createValidator(
  Type.Object({
    type: Type.Literal("template"),
    product_policy: Type.Optional(Type.Union([Type.Literal("CLOUD_API_FALLBACK"), Type.Literal("STRICT")])),
    message_activity_sharing: Type.Optional(Type.Boolean()),
  }),
);

/**
 * `POST /{phone_number_id}/marketing_messages`: marketing templates alone, from a business that was onboarded; others
 * of it go out by the Cloud API unless the policy is `STRICT`.
 */
export async function postMarketingMessage(exchange: Exchange, phone: Phone): Promise<Response> {
  const { world } = exchange;
  const body = await readJson(exchange.request);
  if (!isObject(body)) return refused(exchange, invalidParameter("The request body is not valid JSON"));
  if (!more.is(body)) return refused(exchange, more.explain(body, ""));
  const { product_policy: policy = "CLOUD_API_FALLBACK", message_activity_sharing: _, ...message } = body;
  const category = categoryOf(world, Reflect.get(message, "template"));
  if (category !== null && category !== "marketing")
    return refused(exchange, failure(400, 134100, "Only marketing messages supported", ONLY_MARKETING));
  if (world.marketingMessages.onboarded)
    return await takeMessage(exchange, phone, message, "marketing_messages");
  if (policy === "STRICT")
    return refused(exchange, failure(400, 134102, "Template unavailable for use", NOT_ONBOARDED));
  return await takeMessage(exchange, phone, message, "messages");
}

const ONLY_MARKETING = "Only templates of the category MARKETING can be sent by the Marketing Messages API.";
const NOT_ONBOARDED = "The business is not onboarded to the Marketing Messages API.";
