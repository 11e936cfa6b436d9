import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { upsertShape } from "./definitions.ts";
import { contactFields } from "./fields.ts";
import { contactDetails } from "./view.ts";

/** Creates a contact, or changes the one that its identifiers find. */
export async function run({ cli, options }: Input<typeof upsertShape>): Promise<void> {
  const { tag } = options;
  const body = { ...contactFields(options), ...(tag.length === 0 ? {} : { tags: tag }) };
  if (!body.phone_number && !body.email && !body.external_id)
    throw usageFailure("say who it is", "Give --phone, --email, or --source and --external-id.");
  const contact = await submit(cli, "POST /v1/contacts", { body });
  if (contact !== undefined) await cli.output.record(contact, contactDetails);
}
