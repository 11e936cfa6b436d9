import { addressOf } from "../../../api/root.ts";
import { PHONE } from "../../../view-words.ts";
import { type Json, numberAt, objectOf, objectsOf, textAt, webAddress } from "../read.ts";

/** The id of a file that the daemon has: of a received one, or of an uploaded one that stands for an address. */
export function mediaIdOf(file: Json): string | null {
  const id = textAt(file, "media_id");
  if (id !== null) return id;
  const address = webAddress(textAt(file, "media_url", "link"));
  return address?.hostname === "media.invalid" ? address.pathname.slice(1) : null;
}

/** A file of a message, and what it is there. */
export type HeldFile = { kind: string; file: Json };

/** The files of a content in the order in which they stand: of its header, its own, those of its cards and its template. */
export function filesOf(kind: string, content: Json): HeldFile[] {
  const header = objectOf(content.header);
  const held = [
    { kind: String(header.type), file: header },
    { kind, file: content },
  ];
  return [
    ...held.filter(({ file }) => mediaIdOf(file) !== null),
    ...objectsOf(content.cards).flatMap((card) => filesOf(String(card.media_type), card)),
    ...filesOfTemplate(objectsOf(objectOf(content.template).components)),
  ];
}

/** The files that a template is sent with, in Meta's form. */
function filesOfTemplate(components: readonly Json[]): HeldFile[] {
  return components.flatMap(({ type, parameters, cards }) => [
    ...objectsOf(type === "header" ? parameters : [])
      .map((one) => ({ kind: String(one.type), file: objectOf(one[String(one.type)]) }))
      .filter(({ file }) => mediaIdOf(file) !== null),
    ...objectsOf(cards).flatMap((card) => filesOfTemplate(objectsOf(card.components))),
  ]);
}

export function nameOf(kind: string, file: Json): string {
  return textAt(file, "file_name", "filename") ?? PHONE.file[kind] ?? kind;
}

/** Where a file is read and downloaded. */
export function sourceOf(id: string): string {
  return addressOf(`/v1/media/${encodeURIComponent(id)}`);
}

/** Where a picture is read in a small form. */
export function previewOf(id: string): string {
  return `${sourceOf(id)}?preview=true`;
}

/** A picture's or video's width by its height: as it is known, and no narrower or wider than can be made out. */
export function ratioOf(file: Json): number {
  const [width, height] = [numberAt(file, "width"), numberAt(file, "height")];
  if (width === null || height === null || width <= 0 || height <= 0) return USUAL;
  return Math.min(WIDEST, Math.max(NARROWEST, width / height));
}

const USUAL = 4 / 3;
const NARROWEST = 2 / 5;
const WIDEST = 3;

/** "1:05" of 65 seconds. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
