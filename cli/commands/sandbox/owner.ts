import type { Assertion, Qr } from "../../lib/api/types/channels.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { failure } from "../../lib/failures/failure.ts";
import { callSandbox } from "./sandbox.ts";

const LOOK_MS = 200;
const MOST_LOOKS = 100;

/**
 * Does what the owner of a phone does when WhatsApp wants the account's passkey: signs in a browser, compares the code,
 * and confirms it on the phone. The person who pairs the number confirms it at Waypost.
 */
export async function playOwner(
  cli: Cli,
  given: string | undefined,
  number: string,
  channelId: string,
): Promise<void> {
  const client = await cli.client();
  const path = { id: channelId };
  const { passkey } = await until("passkey_wanted");
  if (passkey === null) return;
  const { token, options } = passkey;
  const assertion = await callSandbox<Assertion>(cli, given, `phones/${number}/passkey/sign`, { options });
  await client.call("POST /v1/channels/{id}/passkey", { path, body: { token, assertion } });
  await until("confirm");
  const { code } = await callSandbox<{ code: string }>(cli, given, `phones/${number}/passkey`);
  await callSandbox(cli, given, `phones/${number}/passkey/answer`, { same: true });
  cli.output.note(
    `The phone shows ${code}, where it is confirmed. If Waypost shows the same, confirm it there:`,
  );
  cli.output.note(`waypost channels passkey ${channelId} --code ${code}`);

  async function until(state: Qr["state"]): Promise<Qr> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const found = await client.call("GET /v1/channels/{id}/qr", { path, query: {} });
      if (found.state === state) return found;
      await Bun.sleep(LOOK_MS);
    }
    throw failure(`${channelId} does not get to ${state}`, {
      hint: `Look why: waypost channels get ${channelId}`,
    });
  }
}
