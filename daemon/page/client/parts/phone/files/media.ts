import { addressOf } from "../../../api/root.ts";
import { type Json, numberAt, textAt, webAddress } from "../read.ts";
import { PHONE } from "../words.ts";

/** The id of a file that the daemon has: of a received one, or of an uploaded one that stands for an address. */
export function mediaIdOf(file: Json): string | null {
  const id = textAt(file, "media_id");
  if (id !== null) return id;
  const address = webAddress(textAt(file, "media_url", "link"));
  return address?.hostname === "media.invalid" ? address.pathname.slice(1) : null;
}

export function nameOf(kind: string, file: Json): string {
  return textAt(file, "file_name", "filename") ?? PHONE.file[kind] ?? kind;
}

/** Where a file is read and downloaded. */
export function sourceOf(id: string): string {
  return addressOf(`/v1/media/${encodeURIComponent(id)}`);
}

/** A picture's or video's width by its height: as it is known, and no narrower or wider than a phone shows it. */
export function ratioOf(file: Json): number {
  const [width, height] = [numberAt(file, "width"), numberAt(file, "height")];
  if (width === null || height === null || width <= 0 || height <= 0) return USUAL;
  return Math.min(WIDEST, Math.max(NARROWEST, width / height));
}

const USUAL = 4 / 3;
const NARROWEST = 3 / 4;
const WIDEST = 2;

/** "1:05" of 65 seconds. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
