import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { toBuffer } from "qrcode";
import { submit } from "../../lib/actions/submit.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Channel } from "../../lib/api/types/api.ts";
import type { Cli } from "../../lib/command/cli.ts";
import type { Input } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { restoreOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { isEnded, watchPairing } from "./pairing.ts";
import type { pairShape } from "./pairing-definitions.ts";
import { openPairingScreen, type PairingScreen } from "./pairing-screen.ts";

type Options = Input<typeof pairShape>["options"];

/** Pairs a number by QR code, or by a code to type, and waits until it is connected. */
export async function run({ cli, arguments: { id }, options }: Input<typeof pairShape>): Promise<void> {
  const method = wayToPair(options);
  const channel = id === undefined ? await addChannel(cli, options.name) : { id };
  if (channel === undefined) return;
  const connecting = await submit(cli, "POST /v1/channels/{id}/connect", {
    path: { id: channel.id },
    body: method,
  });
  if (connecting === undefined) return;
  const screen = await openPairingScreen(cli, connecting.pairing_code ?? null);
  await finish(await follow(cli, channel.id, screen, options.png).finally(screen.close), screen);
}

function wayToPair({ code, phone }: Options) {
  if (!code && phone !== undefined) throw usageFailure("--phone goes with --code only");
  if (!code) return { method: "qr" } as const;
  if (phone === undefined)
    throw usageFailure("--code needs --phone", "The number of the phone that types the code.");
  return { method: "pairing_code", phone_number: normalizeRecipient(phone) } as const;
}

function addChannel(cli: Cli, name = "Paired number"): Promise<Channel | undefined> {
  return submit(cli, "POST /v1/channels", { body: { platform: "whatsapp_unofficial", name } });
}

async function follow(
  cli: Cli,
  id: string,
  screen: PairingScreen,
  png: string | undefined,
): Promise<Channel> {
  const client: Client = await cli.client();
  const removePicture = () => void (png === undefined || rmSync(png, { force: true }));
  const release = restoreOnInterrupt(removePicture);
  let drawn: string | undefined;
  try {
    const end = await watchPairing(client, id, {
      deadline: performance.now() + (cli.timeoutMs ?? Number.POSITIVE_INFINITY),
      async show(state) {
        await screen.show(state);
        if (png === undefined || state.qr === null || state.qr.text === drawn) return;
        drawn = state.qr.text;
        // Whoever has the picture can take over the account.
        await writeFile(png, await toBuffer(drawn, { scale: 8, errorCorrectionLevel: "L" }), { mode: 0o600 });
        cli.output.note(`The QR code is in ${png}.`);
      },
    });
    if (!isEnded(end)) throw waitedTooLong(end.channel);
    return end.channel;
  } finally {
    release();
    removePicture();
  }
}

async function finish(channel: Channel, screen: PairingScreen): Promise<void> {
  if (channel.status === "connected") return screen.connected(channel);
  throw new Failure(ExitCode.failed, `not paired: ${channel.status_reason ?? channel.status}`, {
    code: channel.status,
    hint: `Try again: waypost channels pair ${channel.id}`,
  });
}

function waitedTooLong(channel: Channel): Failure {
  return new Failure(ExitCode.timeout, `not paired yet: the channel is ${channel.status}`, {
    code: "timeout",
    hint: `Go on: waypost channels pair ${channel.id}`,
  });
}
