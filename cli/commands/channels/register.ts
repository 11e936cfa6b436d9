import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import type { registerShape } from "./definitions.ts";
import { channelDetails } from "./view.ts";

/** Registers a channel's number with WhatsApp. */
export async function run({ cli, arguments: { id }, options }: Input<typeof registerShape>): Promise<void> {
  const pin = await readSecret(cli, {
    given: options.pin,
    variable: "WAYPOST_PIN",
    question: "PIN of six digits",
    absent: "a PIN of six digits is needed",
    hint: "Give --pin, set WAYPOST_PIN, or write it to standard input.",
  });
  const channel = await submit(cli, "POST /v1/waba/register-phone", { body: { channel_id: id, pin } });
  if (channel !== undefined) await cli.output.record(channel, channelDetails);
}
