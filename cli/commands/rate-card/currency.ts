import { change } from "../../lib/actions/change.ts";
import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { currencyColumns } from "./columns.ts";

export const rateCardCurrency = command({
  path: "rate-card currency",
  summary: "Show or choose the currency of costs",
  description:
    "Show or choose what your organisation's costs are counted in: a currency that there is a rate card in. `default` is that of the newest card.",
  output: "The chosen currency, and the one that costs are counted in.",
  arguments: { code: { description: "Three capital letters, or `default`", optional: true } },
  writes: true,
  examples: [{ description: "Count in euros", command: "waypost rate-card currency EUR" }],
  async run({ cli, arguments: { code } }) {
    if (code === undefined) return await show(cli, "GET /v1/settings/costs", {}, currencyColumns);
    const body = { currency: code === "default" ? null : code };
    await change(cli, "PATCH /v1/settings/costs", { body }, currencyColumns);
  },
});
