import type { Demand } from "../memory/passkeys.ts";
import { type Assertion, RP_ID, signChallenge } from "../pairing/passkey/authenticator.ts";
import { compareCodes } from "../pairing/passkey/passkey-pairing.ts";
import type { World } from "../world.ts";

/** An account's passkey, and how far the pairing is that waits for it. Bytes are in base64url without padding. */
export type PasskeyState = {
  number: string;
  /** How the phone asks for it when a device is linked; null when it does not. */
  demand: Demand | null;
  rp_id: string;
  credential_id: string;
  user_handle: string;
  /** PKCS #8, in base64: what Chromium's virtual authenticator takes. */
  private_key: string;
  /** `asked`: the phone shows "Continue on WhatsApp Web"; `code`: it shows the code; null when nothing waits. */
  pairing: "asked" | "code" | null;
  code: string | null;
};

/** What a person does with the passkey of their account, on the phone and in a browser. */
export type PasskeyControl = {
  state(number: string): PasskeyState;
  setDemand(number: string, demand: Demand | null): void;
  /** A browser at web.whatsapp.com, or at another origin, signs a challenge. */
  sign(number: string, options: object, origin?: string): Assertion;
  /** The person says on the phone whether the other side shows the same code. */
  answer(number: string, isSame: boolean): void;
};

export function createPasskeyControl(world: () => World): PasskeyControl {
  return {
    state: (number) => passkeyState(world(), number),
    setDemand: (number, demand) => world().passkeys.setDemand(number, demand),
    sign: (number, options, origin) => signChallenge(world().passkeys.of(number), options, origin),
    answer: (number, isSame) => compareCodes(world(), number, isSame),
  };
}

function passkeyState({ passkeys, registrations }: World, number: string): PasskeyState {
  const { credentialId, userHandle, privateKey } = passkeys.of(number);
  const waiting = [...registrations].findLast(({ passkey }) => passkey?.phone.number === number)?.passkey;
  const code = waiting?.agreed?.code ?? null;
  return {
    number,
    demand: passkeys.demand(number),
    rp_id: RP_ID,
    credential_id: credentialId.toString("base64url"),
    user_handle: userHandle.toString("base64url"),
    private_key: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    pairing: waiting === undefined ? null : code === null ? "asked" : "code",
    code,
  };
}
