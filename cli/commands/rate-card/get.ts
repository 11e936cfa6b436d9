import { command } from "../../lib/command/command.ts";
import { cardColumns, marketColumns } from "./columns.ts";

export const getRateCard = command({
  path: "rate-card get",
  summary: "Show what messages cost",
  description:
    "Show the rate card that is valid now: what WhatsApp charges for a message, by market and category. A price with `above` is charged after so many messages of a calendar month.",
  output:
    "A line for each market: its prices by category, its countries. As JSON, the card and the dates of all others.",
  options: {
    at: { value: "day", description: "Valid on another day than today, such as 2026-10-01" },
  },
  examples: [
    { description: "What messages cost today", command: "waypost rate-card get" },
    {
      description: "Keep it in a file that can be set again",
      command: "waypost rate-card get --json | jq .card > card.json",
    },
  ],
  async run({ cli, options: { at } }) {
    const client = await cli.client();
    const given = at === undefined ? {} : { at };
    const answer = await client.call("GET /v1/rate-card", { query: given });
    if (cli.output.format === "json") return await cli.output.record(answer, cardColumns);
    const { card, cards } = answer;
    if (card === null) return cli.output.note(noCard(cards.length));
    const rows = Object.entries(card.prices).map(([market, prices]) => ({
      ...{ market, prices },
      countries: card.countries[market] ?? [],
    }));
    await cli.output.rows(rows, marketColumns);
    const until = card.valid_until === null ? "" : ` until ${card.valid_until}`;
    cli.output.note(`In ${card.currency}, valid from ${card.valid_from}${until}.`);
  },
});

function noCard(others: number): string {
  return others === 0
    ? "There is no rate card. Set Meta's file of your currency: waypost rate-card set rates.csv"
    : "No rate card is valid then. See all: waypost rate-card get --json";
}
