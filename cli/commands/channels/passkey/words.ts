import type { Qr } from "../../../lib/api/types/channels.ts";

/** What to do about the passkey that WhatsApp wants, in one or two sentences; null when it wants none. */
export function passkeyWords({ channel_id: id, state, passkey, confirm_code: code }: Qr): string[] | null {
  if (passkey == null) return null;
  switch (state) {
    case "passkey_wanted":
      return [
        "WhatsApp wants the passkey of this number's account before it links a device.",
        "Open this page on a computer, in a browser that can use the passkey, and do what it says:",
        passkey.url,
      ];
    case "signed":
      return ["The passkey was used. Leave WhatsApp open on the phone; a code comes in a moment."];
    case "confirm":
      return [
        `If WhatsApp on the phone shows the code ${code}, confirm it there, and on the page or with`,
        `waypost channels passkey ${id} --code ${code}`,
        `If it shows another one, end this: waypost channels disconnect ${id}`,
      ];
    default:
      return ["The code was confirmed here. If the phone still shows it, confirm it there, too."];
  }
}
