import { Elysia } from "elysia";
import type { Sql } from "../../../db/connection/client.ts";
import { dayAfter } from "../../../db/costs/days.ts";
import { type FreeAnswers, freeAnswersOf } from "../../../db/costs/free-answers.ts";
import { plannedBroadcasts, plannedMessages } from "../../../db/costs/planned.ts";
import { sumCosts } from "../../../db/costs/sums.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { notFound } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Reading } from "../../http/reading.ts";
import type { Http } from "../../http/server.ts";
import { dayIn } from "../../lib/time/zone-day.ts";
import { Type } from "../../lib/typebox.ts";
import { allChannels } from "../all-channels.ts";
import { isCharged, numberOf } from "../rates/price.ts";
import type { RateCards } from "../rates/rate-cards.ts";
import { lastDayOf } from "./days.ts";
import { DAYS_BACK, forecastOf } from "./forecast.ts";
import { FORECAST_EXAMPLE, type ForecastAnswer, ForecastSchema } from "./schema.ts";

/** Those that are asked about; null is all. */
type Channels = readonly string[] | null;

const NO_ANSWERS: FreeAnswers = { taken: 0, left: 0 };
const NONE = { count: 0, amount: 0, unpriced: 0 };
const NOTHING = {
  ...{ spent: 0, forecast: null, pace: null, since: null, free_answers: [] },
  planned: { messages: NONE, broadcasts: NONE },
};

type Dependencies = { reading: Reading; rateCards: Pick<RateCards, "currency"> };

/** `GET /v1/costs/forecast`: what this month will cost, and how many of its free answers are left. */
export function forecastRoute(http: Http, { reading, rateCards }: Dependencies) {
  async function spending(sql: Sql, caller: Caller, currency: string, channelIds: Channels, now: Date) {
    const today = now.toISOString().slice(0, 10);
    const range = { from: dayAfter(today, -DAYS_BACK), to: lastDayOf(today) };
    const filter = { organizationId: caller.organizationId, currency, ...range, channelIds };
    const { groups } = await sumCosts(sql, filter, "day");
    const month = today.slice(0, 7);
    const days = groups.map(({ group, amount }) => [group ?? "", amount] as const);
    const spent = days.reduce((sum, [day, amount]) => sum + (day.startsWith(month) ? amount : 0), 0);
    const { amount, ...how } = forecastOf(today, new Map(days));
    return { spent: Math.round(spent * 10_000) / 10_000, forecast: amount, ...how };
  }

  async function freeAnswers(sql: Sql, { organizationId }: Caller, channelIds: Channels, now: Date) {
    const channels = (await allChannels(sql, organizationId, channelIds)).filter(isCharged);
    const numbers = channels.map((channel) => ({
      number: numberOf(channel),
      month: dayIn(channel.time_zone, now).slice(0, 7),
    }));
    const found = await freeAnswersOf(sql, organizationId, numbers);
    return channels.map(({ id, phone_number }, at) => ({
      ...{ channel_id: id, phone_number },
      ...(found[at] ?? NO_ANSWERS),
    }));
  }

  async function planned(sql: Sql, caller: Caller, currency: string, only: Channels, now: Date) {
    const charged = (await allChannels(sql, caller.organizationId, only)).filter(isCharged);
    const until = new Date(dayAfter(lastDayOf(now.toISOString().slice(0, 10))));
    const channelIds = charged.map(({ id }) => id);
    const filter = { organizationId: caller.organizationId, currency, channelIds, until };
    return {
      messages: await plannedMessages(sql, filter),
      broadcasts: await plannedBroadcasts(sql, filter),
    };
  }

  async function answer(caller: Caller, channelId: string | undefined): Promise<ForecastAnswer> {
    if (channelId !== undefined && !mayUseChannel(caller, channelId)) throw notFound("channel");
    const now = new Date();
    const month = now.toISOString().slice(0, 7);
    const currency = rateCards.currency();
    const only = channelId === undefined ? caller.channelIds : [channelId];
    if (currency === null) return { ...NOTHING, month, currency };
    return await reading.of(caller).read(async (sql) => ({
      ...{ month, currency, ...(await spending(sql, caller, currency, only, now)) },
      planned: await planned(sql, caller, currency, only, now),
      free_answers: await freeAnswers(sql, caller, only, now),
    }));
  }

  return new Elysia()
    .use(http)
    .get("/v1/costs/forecast", ({ caller, query: { channel_id } }) => answer(caller, channel_id), {
      permission: "costs:read",
      query: Type.Object({
        channel_id: Type.Optional(Type.String({ maxLength: 64, description: "Only this channel" })),
      }),
      detail: documented({
        operation: "getCostForecast",
        summary: "Get what this month will cost",
        description:
          "What this month cost so far, and what it will cost if it goes on like this: each day from today on as the same weekday did on average in the last four weeks. While less is known, as the average day since the first one; during the first week there is no forecast. Broadcasts and messages that are scheduled for the rest of the month are not in it: what they are expected to cost is in `planned`. How many free answers are left is in `free_answers`, by number.",
        errors: [404],
        responses: {
          200: { description: "The month", schema: ForecastSchema, example: FORECAST_EXAMPLE },
        },
      }),
    });
}
