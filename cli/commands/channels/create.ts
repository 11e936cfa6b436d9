import { submit } from "../../lib/actions/submit.ts";
import type { Channel, NewChannel } from "../../lib/api/types/channels.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { given } from "../../lib/values/given.ts";
import { proxyOption, proxySetting } from "./arguments.ts";
import { channelDetails } from "./columns.ts";

/** Of the two platforms, the one whose numbers are paired by QR code. */
const PAIRED = "whatsapp_unofficial";

const options = {
  name: { value: "name", required: true, description: "Name of the channel" },
  platform: {
    value: "platform",
    choices: ["whatsapp_official", PAIRED],
    description: "The number's platform (default: whatsapp_official)",
  },
  "phone-number-id": { value: "id", description: "Meta's id of the number (whatsapp_official)" },
  "waba-id": { value: "id", description: "Meta's id of the WhatsApp Business account (whatsapp_official)" },
  "access-token": {
    value: "token",
    description:
      "Meta's access token (whatsapp_official); `-` reads it from standard input. Or set WAYPOST_ACCESS_TOKEN",
  },
  ...proxyOption,
} as const;

type Options = OptionValues<typeof options>;

export const createChannel = command({
  path: "channels create",
  summary: "Add a WhatsApp number",
  description:
    "Add a WhatsApp number. For an official one, the access token comes from --access-token, WAYPOST_ACCESS_TOKEN or a hidden prompt; it is never shown. Exits with 5 when WhatsApp refuses the token or the number; the channel is created all the same.",
  output: "The new channel's record.",
  options,
  writes: true,
  examples: [
    {
      description: "An official number, with the token from a file",
      command:
        "waypost channels create --name Support --phone-number-id 1065 --waba-id 1020 --access-token - < token.txt",
    },
    {
      description: "A number to pair with a phone",
      command: "waypost channels create --name Sales --platform whatsapp_unofficial",
    },
    {
      description: "One that connects through a proxy, whose URL is in a file",
      command: "waypost channels create --name Sales --platform whatsapp_unofficial --proxy - < proxy.txt",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, options }) {
    const account =
      options.platform === PAIRED
        ? { platform: PAIRED, name: options.name }
        : await officialChannel(cli, options);
    const body = { ...account, ...given({ settings: await proxySetting(options.proxy) }) };
    const channel = await submit(cli, "POST /v1/channels", { body });
    if (channel === undefined) return;
    await cli.output.record(channel, channelDetails);
    cli.noteSandbox();
    if (options.platform !== PAIRED) requireConnected(channel);
  },
});

/** Ends the command with what to do when WhatsApp does not let the channel send. */
function requireConnected({ id, status, status_reason: reason }: Channel): void {
  if (status === "connected" || status === "degraded") return;
  throw new Failure(ExitCode.failed, `the channel was created but can't send: ${reason ?? status}`, {
    code: status,
    hint: [
      `Another token: waypost channels update ${id} --access-token -`,
      `A number that is not registered with WhatsApp yet: waypost channels register ${id}`,
    ].join("\n"),
  });
}

/** Meta's ids of the number, and an access token. */
async function officialChannel(cli: Cli, options: Options): Promise<NewChannel> {
  const phoneNumberId = options["phone-number-id"];
  if (phoneNumberId === undefined) {
    throw usageFailure(
      "a whatsapp_official channel needs --phone-number-id",
      "You find it in Meta's App Dashboard, under WhatsApp, API setup.",
    );
  }
  const token = await readSecret(cli, {
    given: options["access-token"],
    variable: "WAYPOST_ACCESS_TOKEN",
    question: "Access token",
    absent: "a whatsapp_official channel needs an access token",
    hint: "Give --access-token - and the token on standard input, or set WAYPOST_ACCESS_TOKEN.",
  });
  return {
    platform: "whatsapp_official",
    name: options.name,
    phone_number_id: phoneNumberId,
    ...given({ waba_id: options["waba-id"] }),
    access_token: token,
  };
}
