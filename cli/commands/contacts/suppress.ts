import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseTime } from "../../lib/values/duration.ts";
import type { suppressShape } from "./definitions.ts";
import { contactId } from "./find.ts";
import { printWhole } from "./print.ts";
import { suppressionColumns } from "./view.ts";

/** Suppresses a contact on a channel, lifts that, or lists what there is. */
export async function run(input: Input<typeof suppressShape>): Promise<void> {
  const { cli, options } = input;
  const { channel = "whatsapp", reason, until, lift } = options;
  const id = await contactId(cli, input.arguments.contact);
  if (lift) {
    const path = { id, channel };
    const done = await submit(cli, "DELETE /v1/contacts/{id}/suppressions/{channel}", { path });
    if (done !== undefined) cli.output.note(`Lifted the suppression of ${id} on ${channel}.`);
    return;
  }
  if (reason === undefined) {
    const client = await cli.client();
    const page = await client.call("GET /v1/contacts/{id}/suppressions", { path: { id } });
    return await printWhole(cli, page, suppressionColumns);
  }
  const body = { channel, reason, ...(until === undefined ? {} : { until: parseTime(until, 1) }) };
  const made = await submit(cli, "POST /v1/contacts/{id}/suppressions", { path: { id }, body });
  if (made !== undefined) await cli.output.record(made, suppressionColumns);
}
