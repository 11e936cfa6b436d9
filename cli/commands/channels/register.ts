import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { channelDetails } from "./columns.ts";

export const registerChannel = command({
  path: "channels register",
  summary: "Register an official number with WhatsApp",
  description:
    "Register an official number with WhatsApp, which is required once before it can send. The PIN becomes the number's two-step code, or must match the existing one. At most nine attempts in 72 hours.",
  output: "The channel's record.",
  arguments: { id: { of: "channels", description: "Channel of the number" } },
  options: {
    pin: {
      value: "pin",
      description:
        "Six digits: the number's two-step code; `-` reads it from standard input. Or set WAYPOST_PIN",
    },
  },
  writes: true,
  examples: [
    {
      description: "With a PIN of your choice",
      command: "waypost channels register ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --pin 314159",
    },
  ],
  async run({ cli, arguments: { id }, options }) {
    const pin = await readSecret(cli, {
      given: options.pin,
      variable: "WAYPOST_PIN",
      question: "PIN of six digits",
      absent: "a six-digit PIN is required",
      hint: "Give --pin, set WAYPOST_PIN, or write it to standard input.",
    });
    await change(cli, "POST /v1/waba/register-phone", { body: { channel_id: id, pin } }, channelDetails);
  },
});
