import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { tellSandbox } from "./call.ts";
import type { inboundShape } from "./definitions.ts";

const SOMEBODY = "16505551234";

type Taken = { id: string; phone_number_id: string };
type Options = Input<typeof inboundShape>["options"];

/** Posts something inbound to the sandbox, which tells the daemon as Meta would. */
export async function run({ cli, options }: Input<typeof inboundShape>): Promise<void> {
  const taken = await tellSandbox<Taken>(cli, options["sandbox-url"], "inbound", inboundBody(options));
  if (taken === undefined) return;
  await cli.output.record(taken, [
    { title: "id", value: (row) => row.id },
    { title: "phone number id", value: (row) => row.phone_number_id },
  ]);
}

function inboundBody(options: Options): object {
  const { from, text, kind, content, name, "phone-number-id": phoneNumberId } = options;
  if ((text === undefined) === (kind === undefined)) throw usageFailure("give one of --text and --kind");
  if (content !== undefined && kind === undefined) throw usageFailure("--content goes with --kind only");
  return {
    from: from === undefined ? SOMEBODY : normalizeRecipient(from),
    ...(text === undefined ? { kind } : { text }),
    ...(content === undefined ? {} : { content: parseContent(content) }),
    ...(name === undefined ? {} : { name }),
    ...(phoneNumberId === undefined ? {} : { phone_number_id: phoneNumberId }),
  };
}

function parseContent(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    throw usageFailure("--content is not JSON");
  }
  throw usageFailure("--content must be a JSON object");
}
