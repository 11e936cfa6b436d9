import { number } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { sentence } from "../../parts/problem.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { COSTS } from "../../view-words.ts";
import { amountOf, shownCountry, shownDay } from "./columns.tsx";

type Invoice = ResponseOf<"GET /v1/costs/invoice">;
type Difference = Invoice["data"][number]["differences"][number] & {
  number: string;
  account: string | null;
  currency: string | null;
};

/** Where what was counted and WhatsApp's invoice differ, and why. */
export function Differences({ of: { data } }: { of: Invoice }) {
  const rows = data.flatMap(({ differences, channel_id, phone_number, account_id, invoice }) =>
    differences.map((one) => ({
      ...one,
      ...{ number: phone_number ?? channel_id, account: account_id },
      currency: invoice?.currency ?? null,
    })),
  );
  if (rows.length === 0) return null;
  const reasons = [...new Set(rows.map(({ detail }) => sentence(detail)))];
  return (
    <>
      <Table
        label={COSTS.differences}
        list={{ rows, isPending: false, problem: null }}
        columns={DIFFERENCES}
        idOf={({ number, account, day, country, category, free }) =>
          JSON.stringify([number, account, day, country, category, free])
        }
        empty={null}
      />
      <ul aria-label={COSTS.why}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  );
}

const DIFFERENCES: readonly Column<Difference>[] = [
  { name: COSTS.channel, cell: ({ number }) => number, isExtra: true, isWhole: true },
  { name: COSTS.headings.day, cell: ({ day }) => shownDay(day), isWhole: true },
  {
    name: COSTS.country,
    cell: ({ country }) => (country === null ? COSTS.none : shownCountry(country)),
    isExtra: true,
  },
  {
    name: COSTS.category,
    cell: ({ category }) => COSTS.categories[category ?? ""] ?? category ?? COSTS.free,
  },
  { name: COSTS.counted, cell: ({ ledger }) => number(ledger.messages), isNumber: true },
  {
    name: COSTS.countedAmount,
    cell: ({ ledger, currency }) => amountOf(ledger.amount, currency),
    ...{ isNumber: true, isExtra: true },
  },
  { name: COSTS.invoiced, cell: ({ invoice }) => number(invoice.messages), isNumber: true },
  {
    name: COSTS.invoicedAmount,
    cell: ({ invoice, currency }) => amountOf(invoice.amount, currency),
    ...{ isNumber: true, isExtra: true },
  },
];
