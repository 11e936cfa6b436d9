import { metaZone } from "../../../lib/time/meta-zones.ts";
import { type Static, Type } from "../../../lib/typebox.ts";
import type { BillingAccount } from "../billing/accounts.ts";
import { numberOf } from "../billing/amount.ts";
import type { Line } from "../billing/invoice.ts";
import { readRateTable } from "../billing/rate-file.ts";
import { dayIn } from "../billing/time-zones.ts";
import { strict } from "../http/schema.ts";
import { createValidator } from "../http/validate.ts";
import type { World } from "../world.ts";
import { type ControlRequest, controlRefusal, controlResponse, problemOf } from "./responses.ts";

const accountSchema = strict({
  waba_id: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$" })),
  timezone_id: Type.Optional(Type.String()),
  country: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$" })),
  authentication_international: Type.Optional(Type.Boolean()),
});
const account = createValidator(accountSchema);

/** `POST /sandbox/accounts`: how a business account, the first unless another is named, is billed; answers with all of it. */
export function postAccount({ world, body }: ControlRequest): Response {
  if (!account.is(body)) return controlRefusal(400, problemOf(account, body));
  const { waba_id = firstAccount(world), timezone_id } = body;
  if (timezone_id !== undefined && timezone_id !== "0" && metaZone(timezone_id) === null)
    return controlRefusal(400, `Meta has no timezone_id ${timezone_id}`);
  const changed = world.biller.accounts.change(waba_id, changesOf(body));
  return controlResponse({ waba_id, ...changed, zone: world.biller.accounts.zoneOf(waba_id) });
}

function changesOf(body: Static<typeof accountSchema>): Partial<BillingAccount> {
  const { currency, timezone_id: timezoneId, country } = body;
  const changes = { currency, timezoneId, country };
  const given = Object.entries({
    ...changes,
    authenticationInternational: body.authentication_international,
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

const DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
const FIRST_DAY = "2026-10-01";
const rates = createValidator(
  strict({
    valid_from: Type.Optional(Type.String({ pattern: DAY })),
    rates: Type.String({ maxLength: 1_000_000 }),
    tiers: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  }),
);

/** `PUT /sandbox/rates`: Meta's files of rates and of volume tiers in a currency, from a day on. */
export function putRates({ world, body }: ControlRequest): Response {
  if (!rates.is(body)) return controlRefusal(400, problemOf(rates, body));
  const { valid_from = FIRST_DAY } = body;
  try {
    const table = readRateTable(body.rates, body.tiers);
    world.biller.cards.put(valid_from, table);
    return controlResponse({
      currency: table.currency,
      valid_from,
      rates: table.rates.size,
      tiers: table.tiers.size,
    });
  } catch (cause) {
    return controlRefusal(400, cause instanceof Error ? cause.message : String(cause));
  }
}

const clock = createValidator(strict({ at: Type.Union([Type.String(), Type.Null()]) }));

/** `POST /sandbox/clock`: the time goes on from `at`; null is the machine's again. */
export function postClock({ world, body }: ControlRequest): Response {
  if (!clock.is(body)) return controlRefusal(400, problemOf(clock, body));
  const at = body.at === null ? null : Date.parse(body.at);
  if (Number.isNaN(at)) return controlRefusal(400, "at must be a time such as 2026-10-31T23:59:00Z");
  world.clock.set(at);
  return controlResponse({ now: new Date(world.clock.now()).toISOString() });
}

/** `GET /sandbox/invoice?waba_id=&month=`: what was delivered in a month of the account's time zone, and what it costs. */
export function getInvoice({ world, url }: ControlRequest): Response {
  const { accounts, invoice } = world.biller;
  const wabaId = url.searchParams.get("waba_id") ?? firstAccount(world);
  const zone = accounts.zoneOf(wabaId);
  const month = url.searchParams.get("month") ?? dayIn(zone, world.clock.now()).slice(0, 7);
  if (!/^\d{4}-\d{2}$/.test(month)) return controlRefusal(400, "month must be one such as 2026-10");
  const lines = invoice.lines(wabaId, `${month}-01`, `${month}-31`);
  const total = lines.reduce((sum, { units }) => sum + (units ?? 0n), 0n);
  const { currency } = accounts.of(wabaId);
  const head = { waba_id: wabaId, month, currency, time_zone: zone };
  return controlResponse({ ...head, total: numberOf(total), lines: lines.map(shown) });
}

function shown({ day, phoneId, phoneNumber, country, category, type, tier, messages, units }: Line): object {
  const about = { day, phone_number_id: phoneId, phone_number: phoneNumber, country, category, type, tier };
  return { ...about, messages, amount: units === null ? null : numberOf(units) };
}

function firstAccount({ phones }: World): string {
  return phones.values().next().value?.wabaId ?? "";
}
