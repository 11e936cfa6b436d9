import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";

/** The words of a quick reply for the contact of a conversation. Throws a usage failure when a field is missing. */
export async function quickReplyText(cli: Cli, conversation_id: string, shortcut: string): Promise<string> {
  const client = await cli.client();
  const query = { conversation_id, q: shortcut, limit: 100 };
  const { data } = await client.call("GET /v1/quick_replies", { query });
  const filled = data.find((one) => one.shortcut === shortcut.toLowerCase())?.filled;
  if (filled === undefined || filled === null)
    throw usageFailure(
      `there is no quick reply ${shortcut} for this conversation`,
      "See: waypost quick-replies list",
    );
  if (filled.missing.length === 0) return filled.text;
  throw usageFailure(
    `the contact has no ${filled.missing.join(", ")}`,
    "Write the text with --text, or give the quick reply words for those who lack the field: {{first_name|there}}",
  );
}
