import { printRows } from "../../lib/actions/list.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { LookedUp } from "../../lib/api/types/channels.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { pairedChannel } from "./arguments.ts";

/** Columns of the list. */
export const lookupColumns: Column<LookedUp>[] = [
  { title: "number", value: (row) => row.phone },
  { title: "exists", value: (row) => shown(row.exists) },
  { title: "wa id", value: (row) => row.wa_id, optional: true },
  { title: "lid", value: (row) => row.lid, optional: true },
  { title: "name", value: (row) => row.name, cut: true },
  { title: "business", value: (row) => shown(row.business), optional: true },
  { title: "about", value: (row) => row.about, optional: true },
];

export const lookUpNumbers = command({
  path: "channels lookup",
  summary: "Ask whether numbers are on WhatsApp",
  output:
    "One line for each number: the number, whether it exists, WhatsApp's id, LID, name, whether a business, about.",
  arguments: pairedChannel,
  options: {
    phone: { value: "number", repeat: true, description: "A number to look up; at most 50" },
  },
  writes: true,
  examples: [
    {
      description: "Two numbers",
      command:
        "waypost channels lookup ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --phone 14155550123 --phone 14155550124",
    },
  ],
  async run({ cli, arguments: { id }, options }) {
    const phones = options.phone.map(normalizeRecipient);
    if (phones.length === 0) throw usageFailure("no number to look up", "Give --phone once for each number.");
    const route = "POST /v1/channels/{id}/contacts/lookup";
    const response = await submit(cli, route, { path: { id }, body: { phones } });
    if (response !== undefined) await printRows(cli, response, lookupColumns);
  },
});

function shown(fact: boolean | null): string | null {
  if (fact === null) return null;
  return fact ? "yes" : "no";
}
