import type { PasskeyOptions } from "../../providers/whatsapp-web/connection/passkey/options.ts";

/**
 * The line that somebody pastes into the console of web.whatsapp.com: it has the browser sign WhatsApp's challenge with the
 * account's passkey, and comes back to `url` with the signature after the `#`, which no server sees on the way. WhatsApp's
 * page lets nothing be sent elsewhere from it, but lets itself be left.
 */
export function passkeyLine(options: PasskeyOptions, url: string): string {
  const [challenge, back] = [JSON.stringify(options), JSON.stringify(url)];
  return `(async()=>{const c=await navigator.credentials.get({publicKey:PublicKeyCredential.parseRequestOptionsFromJSON(${challenge})}),{id,rawId,type,response}=c.toJSON();location.assign(${back}+"#"+btoa(JSON.stringify({id,rawId,type,response})))})()`;
}

/** Where the extension does the same: its content script reads what stands after the `#`. */
export function extensionAddress(options: PasskeyOptions, url: string): string {
  const asked = Buffer.from(JSON.stringify({ options, url })).toString("base64url");
  return `https://web.whatsapp.com/#waypost-passkey=${asked}`;
}
