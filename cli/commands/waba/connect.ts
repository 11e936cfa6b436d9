import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { channelColumns } from "../channels/view.ts";
import type { connectShape } from "./definitions.ts";

/** Exchanges a signup's code and lists the channels it made. */
export async function run({ cli, options }: Input<typeof connectShape>): Promise<void> {
  const code = await readSecret(cli, {
    given: options.code,
    variable: "WAYPOST_CODE",
    question: "Code of the signup",
    absent: "the code of a signup is needed",
    hint: "Give --code, set WAYPOST_CODE, or write it to standard input.",
  });
  const [wabaId, phoneNumberId] = [options["waba-id"], options["phone-number-id"]];
  const body = {
    code,
    ...(wabaId === undefined ? {} : { waba_id: wabaId }),
    ...(phoneNumberId === undefined ? {} : { phone_number_id: phoneNumberId }),
  };
  const connected = await submit(cli, "POST /v1/waba/exchange-code", { body });
  if (connected === undefined) return;
  if (cli.output.format === "json") await cli.output.json(connected);
  else await cli.output.rows(connected.channels, channelColumns);
}
