import { Nullable, type Static, Type } from "../../lib/typebox.ts";

const PlannedSchema = Type.Object({
  count: Type.Integer(),
  amount: Type.Number({ description: "What they are expected to cost" }),
  unpriced: Type.Integer({ description: "Of these, how many have no price that is known" }),
});

/** This month: spent, to be expected, and free. */
export const ForecastSchema = Type.Object(
  {
    month: Type.String({ description: "Such as 2026-11" }),
    currency: Nullable(Type.String({ description: "Null without a rate card" })),
    spent: Type.Number({ description: "What its delivered messages cost so far" }),
    forecast: Nullable(
      Type.Number({ description: "What the whole month will cost; null until a week is known" }),
    ),
    pace: Nullable(
      Type.Union([Type.Literal("weekday"), Type.Literal("day")], {
        description:
          "How the days that are left are expected: each as its `weekday` was in four weeks, or as the mean `day`",
      }),
    ),
    since: Nullable(Type.String({ description: "The first day that the pace is taken from" })),
    planned: Type.Object(
      {
        messages: PlannedSchema,
        broadcasts: Type.Object(PlannedSchema.properties, {
          description:
            "As their last previews said; one that nobody previewed since it was changed has no price",
        }),
      },
      { description: "What is scheduled for the rest of the month; not in `forecast`" },
    ),
    free_answers: Type.Array(
      Type.Object({
        channel_id: Type.String(),
        phone_number: Nullable(Type.String()),
        taken: Type.Integer({ description: "Delivered, or accepted and expected to be free" }),
        left: Type.Integer({
          description: "How many more answers of the number are free this month, by the clock of its account",
        }),
      }),
      { description: "Each official number's; none without a rate card" },
    ),
  },
  { title: "CostForecast" },
);

export type ForecastAnswer = Static<typeof ForecastSchema>;

export const FORECAST_EXAMPLE: ForecastAnswer = {
  ...{ month: "2026-11", currency: "EUR", spent: 41.2, forecast: 58.9, pace: "weekday", since: "2026-10-24" },
  planned: {
    messages: { count: 12, amount: 0.9, unpriced: 0 },
    broadcasts: { count: 1, amount: 133.46, unpriced: 0 },
  },
  free_answers: [
    { channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R", phone_number: "+4930123456", taken: 640, left: 360 },
  ],
};
