import type { WABrowserDescription } from "baileys";
import type { Library } from "../../library/library.ts";

/**
 * A device that is written `Chrome (Mac OS)`, as Baileys describes it: system, browser, and a version that it does not
 * send. WhatsApp shows a QR code to a device of any name, but makes no pairing code for one whose browser or system it does
 * not know (measured in Baileys#2560 and #2769, and in whatsapp-rust#979).
 */
export function browserOf(device: string): WABrowserDescription {
  const [, browser = device, system = ""] = /^(.*?) \((.*)\)$/.exec(device) ?? [];
  return [system, browser, ""];
}

/** A device as it is written and shown. */
export function nameOfDevice([system, browser]: WABrowserDescription): string {
  return `${browser} (${system})`;
}

/** The kind of device that Baileys registers for a browser (Utils/validate-connection.js, getPlatformType). */
export function kindOfDevice({ proto }: Library, [, browser]: WABrowserDescription): number {
  const { PlatformType } = proto.DeviceProps;
  const kind: unknown = Reflect.get(PlatformType, browser.toUpperCase());
  return typeof kind === "number" ? kind : PlatformType.CHROME;
}
