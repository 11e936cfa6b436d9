import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import { pagingOptions, readPages } from "../../lib/actions/paging.ts";
import { transfer } from "../../lib/api/transfer.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";

type Costs = ResponseOf<"GET /v1/costs">;
type Sum = Costs["total"];

/** Columns of the list. */
export const costColumns: Column<Costs["data"][number]>[] = [
  { title: "group", value: ({ group }) => group },
  { title: "name", value: ({ name }) => name, cut: 8 },
  { title: "messages", value: ({ messages }) => messages },
  { title: "free", value: ({ free }) => free, optional: 1 },
  { title: "unpriced", value: ({ unpriced }) => unpriced || null, optional: 2 },
  { title: "amount", value: ({ amount }) => amount },
  { title: "currency", value: ({ currency }) => currency, optional: 3 },
];

const GROUPS = [
  ...(["day", "month", "channel", "account", "category", "country", "broadcast"] as const),
  ...(["template", "contact", "key", "user"] as const),
] as const;

export const costs = command({
  path: "costs",
  summary: "Show what messages cost",
  description:
    "Show what WhatsApp charges for the messages of official numbers that were delivered, by the day of their delivery on the clock of each number's account. With --csv, print it as CSV.",
  output: "One line for each group, then their sum; with --csv, the groups as CSV.",
  options: {
    by: {
      ...{ value: "group", choices: GROUPS },
      description:
        "What to sum by (default: day); account: the one that Meta bills, user: colleagues, key: colleagues and API keys",
    },
    from: { value: "day", description: "First day, such as 2026-10-01 (default: the first of this month)" },
    to: { value: "day", description: "Last day (default: today)" },
    channel: { value: "id", of: "channels", description: "Only this channel" },
    account: { value: "id", description: "Only what Meta bills this messaging or business account" },
    category: { value: "name", description: "Only this category, such as marketing or service" },
    country: { value: "code", description: "Only recipients of this country, such as DE" },
    broadcast: { value: "id", of: "broadcasts", description: "Only this broadcast" },
    key: { value: "id", of: "keys", description: "Only what this API key or user had sent" },
    contact: { value: "id", of: "contacts", description: "Only this contact, by month" },
    currency: { value: "code", description: "Another currency than the organisation's" },
    csv: { description: "Print the groups as CSV" },
    limit: { ...pagingOptions.limit, description: "Contacts per page, 1 to 100 (default 25)" },
    ...{ cursor: pagingOptions.cursor, all: pagingOptions.all },
  },
  examples: [
    { description: "Each day of this month", command: "waypost costs" },
    {
      description: "A year by country, for a spreadsheet",
      command: "waypost costs --by country --from 2026-01-01 --to 2026-12-31 --csv > costs.csv",
    },
  ],
  async run({ cli, options }) {
    const { by: group_by, from, to, category, country, currency, csv } = options;
    const { channel: channel_id, account: account_id, broadcast: broadcast_id } = options;
    const ids = { channel_id, account_id, broadcast_id, key_id: options.key, contact_id: options.contact };
    const asked = { group_by, from, to, category, country, currency, ...ids };
    const query = given(asked);
    if (csv) {
      const { timeoutMs, spinner } = cli;
      const file = { route: "GET /v1/costs.csv", query, timeoutMs, spinner } as const;
      return await cli.output.bytes((await transfer(await cli.settings(), file)).body ?? new Blob().stream());
    }
    const client = await cli.client();
    const pages: Costs[] = [];
    for await (const _ of readPages(options, async (paging) => {
      const page = await client.call("GET /v1/costs", { query: { ...query, ...paging } });
      pages.push(page);
      return page;
    }));
    const data = pages.flatMap((page) => page.data);
    const last = pages.at(-1);
    if (last === undefined) return;
    if (cli.output.format === "json") return await cli.output.jsonRows({ ...last, data }, costColumns);
    await cli.output.rows(data, costColumns);
    cli.output.note(sumLine(last.total));
    const { next_cursor: next } = last.meta;
    if (next !== null) cli.output.note(`More: --cursor ${next}, or --all`);
  },
});

function sumLine({ messages, free, unpriced, amount, currency }: Sum): string {
  if (currency === null) return "There is no rate card yet: nothing has a price.";
  const without = unpriced === 0 ? "" : `, ${unpriced} without a price in the rate card`;
  return `Together ${amount} ${currency}: ${messages} messages, ${free} of them free${without}.`;
}
