import { Type } from "../../../lib/typebox.ts";
import type { Phone } from "../accounts/phone.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import type { World } from "../world.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

const portfolio = createValidator(
  strict({ messaging_limit: Type.String({ pattern: "^TIER_([0-9]+K?|UNLIMITED)$" }) }),
);

/** `POST /sandbox/portfolio`: changes the portfolio's messaging limit, and reports it to every account. */
export function postPortfolio({ world, body }: ControlRequest): Response {
  if (!portfolio.is(body)) return controlRefusal(400, problemOf(portfolio, body));
  world.portfolio.messagingLimit = body.messaging_limit;
  const value = { max_daily_conversations_per_business: body.messaging_limit };
  for (const wabaId of new Set([...world.phones.values()].map((phone) => phone.wabaId)))
    report(world, wabaId, "business_capability_update", value);
  return controlResponse(world.portfolio);
}

const onboarding = createValidator(strict({ onboarded: Type.Boolean() }));

/** `POST /sandbox/marketing_messages`: whether the business may use the Marketing Messages API. */
export function postMarketing({ world, body }: ControlRequest): Response {
  if (!onboarding.is(body)) return controlRefusal(400, problemOf(onboarding, body));
  world.marketingMessages.onboarded = body.onboarded;
  return controlResponse(world.marketingMessages);
}

const throughput = createValidator(
  strict({
    phone_number_id: Type.Optional(Type.String()),
    level: Type.Optional(Type.Union([Type.Literal("STANDARD"), Type.Literal("HIGH")])),
    coexistence: Type.Optional(Type.Boolean()),
  }),
);

/** `POST /sandbox/throughput`: changes how many messages a second a number may send; Meta reports only increases. */
export function postThroughput({ world, body }: ControlRequest): Response {
  if (!throughput.is(body)) return controlRefusal(400, problemOf(throughput, body));
  const { phone_number_id: id, level, coexistence } = body;
  const phone = id === undefined ? world.phones.values().next().value : world.phones.get(id);
  if (phone === undefined) return controlRefusal(404, `there is no phone number ${id}`);
  if (level === "HIGH" && phone.throughput !== "HIGH") tellOfMore(world, phone);
  phone.throughput = level ?? phone.throughput;
  phone.coexists = coexistence ?? phone.coexists;
  return controlResponse({ id: phone.id, level: phone.throughput, coexistence: phone.coexists });
}

function tellOfMore(world: World, { wabaId, digits }: Phone): void {
  const value = { display_phone_number: digits, event: "THROUGHPUT_UPGRADE" };
  report(world, wabaId, "phone_number_quality_update", value);
}

function report(world: World, wabaId: string, field: string, value: object): void {
  if (!world.subscribed.has(wabaId) || world.outbox.webhookUrl() === undefined) return;
  world.outbox.push({ kind: "change", wabaId, field, value });
}
