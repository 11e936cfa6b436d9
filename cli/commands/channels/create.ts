import { submit } from "../../lib/actions/submit.ts";
import type { NewChannel } from "../../lib/api/types/api.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readSecret } from "../../lib/input/secret.ts";
import type { createShape } from "./definitions.ts";
import { channelDetails } from "./view.ts";

/** Adds a number. An official one needs Meta's ids and an access token. */
export async function run(input: Input<typeof createShape>): Promise<void> {
  const { cli, options } = input;
  const official = options.platform !== "unofficial";
  const body = official
    ? await officialChannel(input)
    : { platform: "whatsapp_unofficial", name: options.name };
  const channel = await submit(cli, "POST /v1/channels", { body });
  if (channel !== undefined) await cli.output.record(channel, channelDetails);
}

async function officialChannel({ cli, options }: Input<typeof createShape>): Promise<NewChannel> {
  const phoneNumberId = options["phone-number-id"];
  if (phoneNumberId === undefined) {
    throw usageFailure(
      "an official channel needs --phone-number-id",
      "It stands in Meta's App Dashboard, under WhatsApp, API setup.",
    );
  }
  const token = await readSecret(cli, {
    given: options["access-token"],
    variable: "WAYPOST_ACCESS_TOKEN",
    question: "Access token",
    absent: "an official channel needs an access token",
    hint: "Give --access-token - and the token on standard input, or set WAYPOST_ACCESS_TOKEN.",
  });
  const wabaId = options["waba-id"];
  return {
    platform: "whatsapp_official",
    name: options.name,
    phone_number_id: phoneNumberId,
    ...(wabaId === undefined ? {} : { waba_id: wabaId }),
    access_token: token,
  };
}
