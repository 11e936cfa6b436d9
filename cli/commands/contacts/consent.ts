import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { parseTime } from "../../lib/values/duration.ts";
import type { consentShape } from "./definitions.ts";
import { contactId } from "./find.ts";
import { printWhole } from "./print.ts";
import { consentColumns } from "./view.ts";

/** Writes what a contact consents to; without a state, lists it. */
export async function run(input: Input<typeof consentShape>): Promise<void> {
  const { cli, options } = input;
  const { channel, state, source, proof, expires } = options;
  const id = await contactId(cli, input.arguments.contact);
  if (state === undefined) {
    const client = await cli.client();
    const page = await client.call("GET /v1/contacts/{id}/consents", { path: { id } });
    return await printWhole(cli, page, consentColumns);
  }
  if (channel === undefined) throw usageFailure("--state needs --channel");
  const body = {
    state,
    ...(source === undefined ? {} : { source }),
    ...(proof === undefined ? {} : { proof }),
    ...(expires === undefined ? {} : { expires_at: parseTime(expires, 1) }),
  };
  const consent = await submit(cli, "PUT /v1/contacts/{id}/consent/{channel}", {
    path: { id, channel },
    body,
  });
  if (consent !== undefined) await cli.output.record(consent, consentColumns);
}
