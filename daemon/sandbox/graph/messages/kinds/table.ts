import { audio } from "./audio.ts";
import { contacts } from "./contacts.ts";
import { document } from "./document.ts";
import { image } from "./image.ts";
import { interactiveAddress } from "./interactive-address.ts";
import { interactiveButton } from "./interactive-button.ts";
import { interactiveCallRequest } from "./interactive-call-request.ts";
import { interactiveCarousel } from "./interactive-carousel.ts";
import { interactiveContactRequest } from "./interactive-contact-request.ts";
import { interactiveCtaUrl } from "./interactive-cta-url.ts";
import { interactiveList } from "./interactive-list.ts";
import { interactiveLocationRequest } from "./interactive-location-request.ts";
import { interactiveCatalog, interactiveProduct, interactiveProductList } from "./interactive-product.ts";
import type { Kind } from "./kind.ts";
import { location } from "./location.ts";
import { reaction } from "./reaction.ts";
import { sticker } from "./sticker.ts";
import { template } from "./template.ts";
import { text } from "./text.ts";
import { video } from "./video.ts";

/** Every kind of message the sandbox takes: a new one is a file beside this one and a line here. */
const all: readonly Kind[] = [
  text,
  image,
  template,
  video,
  audio,
  document,
  sticker,
  location,
  contacts,
  reaction,
  interactiveButton,
  interactiveList,
  interactiveCtaUrl,
  interactiveLocationRequest,
  interactiveContactRequest,
  interactiveCallRequest,
  interactiveAddress,
  interactiveProduct,
  interactiveProductList,
  interactiveCatalog,
  interactiveCarousel,
];

export const KINDS: ReadonlyMap<string, Kind> = new Map(all.map((kind) => [kind.key, kind]));

/** The values of a message's `type`. */
export const MESSAGE_TYPES: readonly string[] = [...new Set(all.map(({ key }) => key.split(".")[0] ?? key))];
