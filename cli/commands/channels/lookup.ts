import { submit } from "../../lib/actions/submit.ts";
import type { LookedUp } from "../../lib/api/types/channels.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/table.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import type { lookupShape } from "./pairing-definitions.ts";

const columns: Column<LookedUp>[] = [
  { title: "phone", value: (row) => row.phone },
  { title: "exists", value: (row) => shown(row.exists) },
  { title: "wa id", value: (row) => row.wa_id },
  { title: "lid", value: (row) => row.lid, optional: true },
  { title: "name", value: (row) => row.name, optional: true },
  { title: "business", value: (row) => shown(row.business), optional: true },
  { title: "about", value: (row) => row.about, optional: true },
];

/** Asks WhatsApp whether numbers are on it. */
export async function run({ cli, arguments: { id }, options }: Input<typeof lookupShape>): Promise<void> {
  const phones = options.phone.map(normalizeRecipient);
  if (phones.length === 0) throw usageFailure("no number to look up", "Give --phone, once for each.");
  const route = "POST /v1/channels/{id}/contacts/lookup";
  const answer = await submit(cli, route, { path: { id }, body: { phones } });
  if (answer === undefined) return;
  if (cli.output.format === "json") return cli.output.json(answer);
  await cli.output.rows(answer.data, columns);
}

function shown(fact: boolean | null): string | null {
  if (fact === null) return null;
  return fact ? "yes" : "no";
}
