import type { Invoice } from "../../lib/api/types/invoice.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";

type Account = Invoice["data"][number];
type Total = Invoice["totals"][number];
type Difference = Account["differences"][number];

const columns: Column<Account>[] = [
  { title: "channel", value: ({ channel_id }) => channel_id },
  { title: "number", value: ({ phone_number }) => phone_number ?? "", optional: 2 },
  { title: "account", value: ({ account_id }) => account_id ?? "", optional: 3 },
  { title: "equal", value: ({ equal }) => (equal ? "yes" : "no") },
  { title: "counted", value: ({ ledger }) => ledger.map(({ messages }) => messages).join(", ") || 0 },
  { title: "costs", value: ({ ledger }) => ledger.map(priceOf).join(", ") || 0 },
  { title: "invoiced", value: ({ invoice }) => invoice?.messages ?? "" },
  { title: "charged", value: ({ invoice }) => (invoice === null ? "" : priceOf(invoice)) },
  { title: "why not", value: ({ error }) => error ?? "", cut: true },
];

const differenceColumns: Column<Difference>[] = [
  { title: "day", value: ({ day }) => day },
  { title: "country", value: ({ country }) => country ?? "" },
  { title: "category", value: ({ category }) => category ?? "free" },
  { title: "counted", value: ({ ledger }) => ledger.messages },
  { title: "costs", value: ({ ledger }) => ledger.amount ?? "" },
  { title: "invoiced", value: ({ invoice }) => invoice.messages },
  { title: "charged", value: ({ invoice }) => invoice.amount ?? "" },
  { title: "reason", value: ({ reason }) => reason },
  { title: "messages", value: ({ message_ids }) => message_ids.join(", "), cut: true, optional: 1 },
];

export const invoice = command({
  path: "invoice",
  summary: "Compare costs with WhatsApp's invoice",
  description:
    "Compare what Waypost counted in a month with what WhatsApp says that it charged, for each official number and account that it is billed to: by day, country and category, in the time zone of its account. Where the two differ, the reason is shown, and which messages may be the ones. Ends with an error if anything differs.",
  output:
    "One line for each number and account, then one for all that were compared, and one for each difference.",
  options: {
    month: { value: "month", description: "Such as 2026-10. Default: this one" },
    channel: { value: "id", of: "channels", description: "Only this channel" },
    account: { value: "id", description: "Only what this messaging or business account is billed" },
  },
  examples: [
    { description: "October", command: "waypost invoice --month 2026-10" },
    {
      description: "The messages that one number differs by",
      command:
        "waypost invoice --month 2026-10 --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq '.data[].differences[].message_ids'",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, options: { month = thisMonth(), channel, account } }) {
    const query = given({ month, channel_id: channel, account_id: account });
    const compared = await (await cli.client()).call("GET /v1/costs/invoice", { query });
    if (cli.output.format === "json") await cli.output.json(compared);
    else await show(cli, compared);
    if (!compared.equal) throw new Failure(ExitCode.failed, `costs and invoice of ${month} differ`);
  },
});

const totalColumns: Column<Total>[] = [
  { title: "together", value: ({ currency }) => currency ?? "" },
  { title: "counted", value: ({ ledger }) => ledger.messages },
  { title: "free", value: ({ ledger }) => ledger.free },
  { title: "costs", value: ({ ledger }) => ledger.amount },
  { title: "invoiced", value: ({ invoice }) => invoice.messages },
  { title: "free by invoice", value: ({ invoice }) => invoice.free, optional: 1 },
  { title: "charged", value: ({ invoice }) => invoice.amount },
  { title: "difference", value: ({ difference }) => difference.amount },
];

async function show(cli: Cli, { data, totals, not_compared }: Invoice): Promise<void> {
  await cli.output.rows(data, columns);
  if (totals.length > 0) await cli.output.rows(totals, totalColumns);
  const differences = data.flatMap((one) => one.differences);
  if (differences.length > 0) await cli.output.rows(differences, differenceColumns);
  for (const detail of new Set(differences.map((one) => `${one.reason}: ${one.detail}`)))
    cli.output.note(detail);
  for (const { channel_id, reason } of not_compared)
    cli.output.note(`Not compared: ${channel_id}: ${reason}`);
  if (data.length === 0) cli.output.note("There are no official numbers.");
}

function priceOf({ amount, currency }: { amount: number | null; currency: string | null }): string {
  return amount === null ? "" : `${amount} ${currency ?? ""}`.trim();
}

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}
