import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";

type Forecast = ResponseOf<"GET /v1/costs/forecast">;

const numberColumns: Column<Forecast["free_answers"][number]>[] = [
  { title: "channel", value: ({ channel_id }) => channel_id },
  { title: "number", value: ({ phone_number }) => phone_number },
  { title: "free answers left", value: ({ left }) => left },
  { title: "taken", value: ({ taken }) => taken },
];

export const forecast = command({
  path: "forecast",
  summary: "Show what this month will cost",
  description:
    "Show what this month cost so far, what it will cost if it goes on like this, and what is scheduled for the rest of the month, and how many of each number's free answers are left. Each day from today on is taken to cost what its weekday did on average in the last four weeks; while less is known, what a day cost on average.",
  output: "One line for each official number, then the sum so far and the forecast.",
  options: { channel: { value: "id", of: "channels", description: "Only this channel" } },
  examples: [{ description: "This month", command: "waypost forecast" }],
  async run({ cli, options: { channel } }) {
    const query = given({ channel_id: channel });
    const found = await (await cli.client()).call("GET /v1/costs/forecast", { query });
    if (cli.output.format === "json") return await cli.output.json(found);
    await cli.output.rows(found.free_answers, numberColumns);
    for (const line of forecastLines(found)) cli.output.note(line);
  },
});

/** What is spent, and what the month will cost, in words. */
export function forecastLines(found: Forecast): string[] {
  const { month, currency, spent, forecast, pace, since } = found;
  if (currency === null) return ["There is no rate card yet: nothing has a price."];
  const soFar = `${month} cost ${spent} ${currency} so far.`;
  const planned = plannedLines(found);
  if (forecast === null) return [soFar, "There is a forecast once costs of a week are known.", ...planned];
  const how =
    pace === "weekday"
      ? "each day that is left as its weekday in the last four weeks"
      : `each day that is left as the mean one since ${since}`;
  return [soFar, `In the end about ${forecast} ${currency}: ${how}.`, ...planned];
}

/** What is scheduled, which no forecast has. */
function plannedLines({ currency, planned }: Forecast): string[] {
  return Object.entries(planned)
    .filter(([, { count }]) => count > 0)
    .map(([name, { count, amount, unpriced }]) => {
      const without = unpriced === 0 ? "" : `; ${unpriced} of them have no price that is known`;
      return `Scheduled ${name} until the end of the month (${count}) cost about ${amount} ${currency} more${without}.`;
    });
}
