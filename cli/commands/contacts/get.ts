import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { findContact } from "./find.ts";
import { contactDetails } from "./view.ts";

/** Shows one contact. */
export async function run({ cli, arguments: { contact } }: Input<typeof getShape>): Promise<void> {
  await cli.output.record(await findContact(cli, contact), contactDetails);
}
