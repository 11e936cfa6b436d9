import { type BodyOf, call } from "../../api/call.ts";
import { Problem } from "../../api/problem.ts";

type Assertion = BodyOf<"POST /v1/auth/login/passkey">["passkey"];
type Attestation = BodyOf<"POST /v1/auth/factors/passkey">["passkey"];

/** Whether the browser has passkeys for where the page is: they are for domain names, over https. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return "PublicKeyCredential" in window && !isAddress;
}

/** Has the browser ask for a passkey, to log in or to prove once more who somebody is. Rejects with a `Problem`. */
export async function signByPasskey(): Promise<Assertion> {
  const optionsJSON = await call("POST /v1/auth/login/passkey/options", {}, { isLogin: true });
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return await startAuthentication({ optionsJSON: optionsJSON as never }).catch(refused);
}

/** Has the browser make a passkey for who is logged in. Rejects with a `Problem`. */
export async function makePasskey(): Promise<Attestation> {
  const optionsJSON = await call("POST /v1/auth/factors/passkey/options", {});
  const { startRegistration } = await import("@simplewebauthn/browser");
  return await startRegistration({ optionsJSON: optionsJSON as never }).catch(refused);
}

/** Browsers say only that it did not come to anything: somebody closed their question, or has no passkey here. */
function refused(): never {
  throw new Problem(0, "passkey_invalid", "no passkey was used");
}
