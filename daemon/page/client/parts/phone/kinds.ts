import type { Kind, StoredType } from "./drawn.ts";
import { Answer } from "./kinds/answer.tsx";
import { Cards } from "./kinds/cards.tsx";
import {
  Address,
  Buttons,
  CallRequest,
  Catalog,
  ContactRequest,
  Link,
  Linked,
  List,
  LocationRequest,
} from "./kinds/choices.tsx";
import { Contacts } from "./kinds/contacts.tsx";
import { Call, System } from "./kinds/happened.tsx";
import { Album, EventResponse, Pin, Undecryptable, Unsupported, Vote } from "./kinds/lines.tsx";
import { AudioFile, DocumentFile, ImageFile, StickerFile, VideoFile } from "./kinds/media.tsx";
import { Deletes, Edits, Fetches, MarksAsRead, QueriesStatus, ShowsPresence } from "./kinds/operations.tsx";
import { Order } from "./kinds/order.tsx";
import { Place } from "./kinds/place.tsx";
import { Poll } from "./kinds/poll.tsx";
import { Products, SingleProduct } from "./kinds/products.tsx";
import { Reaction } from "./kinds/reaction.tsx";
import { Template } from "./kinds/template.tsx";
import { Text } from "./kinds/text.tsx";

const bubble = (Draw: Kind["Draw"]): Kind => ({ Draw, stands: "bubble" });
const line = (Draw: Kind["Draw"]): Kind => ({ Draw, stands: "line" });
const nowhere = (Draw: Kind["Draw"]): Kind => ({ Draw, stands: "nowhere" });

/** How each type is drawn, and where it stands: a type without a line here does not compile. */
const KINDS: Readonly<Record<StoredType, Kind>> = {
  text: bubble(Text),
  image: bubble(ImageFile),
  video: bubble(VideoFile),
  audio: bubble(AudioFile),
  document: bubble(DocumentFile),
  sticker: { Draw: StickerFile, stands: "bare" },
  template: bubble(Template),
  buttons: bubble(Buttons),
  list: bubble(List),
  location: bubble(Place),
  location_request: bubble(LocationRequest),
  contact: bubble(Contacts),
  reaction: nowhere(Reaction),
  mark_as_read: nowhere(MarksAsRead),
  cta_url: bubble(Link),
  media_carousel: bubble(Cards),
  product_carousel: bubble(Products),
  single_product: bubble(SingleProduct),
  multi_product: bubble(Products),
  catalog: bubble(Catalog),
  link: bubble(Linked),
  poll: bubble(Poll),
  address: bubble(Address),
  presence: nowhere(ShowsPresence),
  edit_message: nowhere(Edits),
  delete_message: nowhere(Deletes),
  message_status_query: nowhere(QueriesStatus),
  message_media_download: nowhere(Fetches),
  request_contact_info: bubble(ContactRequest),
  call_permission_request: bubble(CallRequest),
  interactive: bubble(Answer),
  order: bubble(Order),
  poll_vote: line(Vote),
  event_response: line(EventResponse),
  album: line(Album),
  pin: line(Pin),
  call: line(Call),
  missed_call: line(Call),
  system: line(System),
  unsupported: bubble(Unsupported),
  undecryptable: bubble(Undecryptable),
};

/** How a type is drawn; one that came after this page was built, by its words. */
export function kindOf(type: string): Kind {
  return Object.hasOwn(KINDS, type) ? KINDS[type as StoredType] : bubble(Text);
}
