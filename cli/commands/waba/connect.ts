import { submit } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { given } from "../../lib/values/given.ts";
import { channelColumns } from "../channels/columns.ts";

export const connectWaba = command({
  path: "waba connect",
  summary: "Connect the numbers of a finished embedded signup",
  description:
    "Connect the numbers of a finished embedded signup: each becomes a channel, or gets a new token. The code works once, for 30 seconds. The daemon needs WAYPOST_APP_ID and WAYPOST_APP_SECRET.",
  output: "One line for each channel: id, platform, status, name, phone number, creation.",
  options: {
    code: {
      value: "code",
      description:
        "The code that embedded signup returned; `-` reads it from standard input. Or set WAYPOST_CODE",
    },
    "waba-id": { value: "id", description: "Account to connect, if the signup granted several" },
    "phone-number-id": { value: "id", description: "Only this number (default: all of the account)" },
  },
  writes: true,
  examples: [
    { description: "All numbers", command: "waypost waba connect --code AQBhlXsctMxJYbwbrpybxlo9tLPGy" },
    {
      description: "One number, with the code on standard input",
      command: "echo AQBhlXsctMxJYbwb | waypost waba connect --code - --phone-number-id 106540352242922",
    },
  ],
  async run({ cli, options }) {
    const code = await readSecret(cli, {
      given: options.code,
      variable: "WAYPOST_CODE",
      question: "Code of the signup",
      absent: "the code of a signup is required",
      hint: "Give --code, set WAYPOST_CODE, or write it to standard input.",
    });
    const limits = { waba_id: options["waba-id"], phone_number_id: options["phone-number-id"] };
    const body = { code, ...given(limits) };
    const connected = await submit(cli, "POST /v1/waba/exchange-code", { body });
    if (connected === undefined) return;
    if (cli.output.format === "json") await cli.output.json(connected);
    else await cli.output.rows(connected.channels, channelColumns);
    if (connected.channels.length === 0)
      cli.output.note(`Account ${connected.waba_id} has no number yet. Connect it again when it has one.`);
  },
});
