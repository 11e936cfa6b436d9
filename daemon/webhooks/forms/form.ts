import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { OwnId } from "../../../db/messages/own-ids.ts";
import type { EventType } from "../../events/catalogue.ts";
import type { MessageRecord } from "../../messages/record.ts";

/** The person or group that an event is about. */
export type EventContact = {
  id: string;
  name: string | null;
  /** E.164; null where WhatsApp shows no number. */
  phone_number: string | null;
  /** WhatsApp's own id: of a person who hides their number, or of a group. */
  user_id: string | null;
  username: string | null;
};

/** A file of a message. Its `download_url` works without a key, for an hour. */
export type EventFile = {
  media_id: string;
  mime_type: string | null;
  filename: string | null;
  size: number | null;
  download_url: string;
  /** Since when it is being fetched; null once it is stored or has failed. */
  pending_since: Date | null;
  /** Stands for its bytes in base64, where the endpoint asked for files; see `file-data.ts`. */
  data?: string;
  /** Why it comes without its bytes, where the endpoint asked for files. */
  data_omitted?: DataOmitted;
};

/** `gone`: it is deleted, or the endpoint may not have it. */
export type DataOmitted = "too_large" | "not_fetched" | "gone";

/** What an event is about, as it is when its delivery is first attempted; null where it is gone or the event has none. */
export type EventRecords = {
  /** As `GET /v1/messages/{id}` shows it. */
  message: MessageRecord | null;
  contact: EventContact | null;
  channel: ChannelRow | null;
  files: readonly EventFile[];
  /** The message that the event's message quotes, votes in or reacts to, by our id. */
  answered?: OwnId | null;
};

/** The records that can be loaded with an event. */
export type RecordName = keyof EventRecords;

/** An event on its way to an endpoint. */
export type FormEvent = {
  /** The event's id, which every attempt has alike. */
  id: string;
  type: EventType;
  /** The body as the catalogue describes it. */
  body: Readonly<Record<string, unknown>>;
  /** The same, byte for byte as it is stored. */
  text: string;
  records: EventRecords;
};

/** A request to post to the endpoint's URL. */
export type FormRequest = {
  /** Sent unchanged, in UTF-8. */
  body: string;
  /** `application/json` where it is absent. */
  contentType?: string;
  /** Headers beside those of the endpoint and of the signature. */
  headers?: Record<string, string>;
  /** Added to the path of the endpoint's URL, such as `/messages-upsert`. */
  path?: string;
  /** The files that the body has, by the JSON strings that stand for their bytes; filled in at each attempt. */
  files?: Record<string, string>;
};

/** What is signed: exactly what is posted, by each of the endpoint's secrets that is valid, the current one first. */
export type Signing = {
  secrets: readonly string[];
  id: string;
  type: string;
  body: string | Buffer;
  /** In seconds. */
  timestamp: number;
};

/** Asks an address something with GET, through the guard; null when it did not answer. */
export type Ask = (url: string) => Promise<{ status: number; body: string } | null>;

/** A new address of an endpoint, to be verified before anything is posted there. */
export type NewAddress = {
  url: string;
  /** What the endpoint's creator gave as `verify_token`. */
  token: string | null;
  ask: Ask;
};

/**
 * How events are written for an endpoint: in Waypost's own form (`waypost.ts`), or in another product's, so that a
 * receiver that was written for that one needs no change.
 *
 * To add a form: write one of these in `daemon/fronts/<form>/`, and add it to the list in `daemon/fronts/forms.ts`. Queues,
 * retries, order, replays and the record of deliveries are the same for all forms.
 */
export type EndpointForm = {
  /** The value of an endpoint's `format`. */
  name: string;
  /** The events that it has at all; null is all. An endpoint without types of its own gets these. */
  types: readonly EventType[] | null;
  /** Its own names of events, of which an endpoint may get some alone; absent where it has none. */
  events?: readonly string[];
  /** The records that `write` reads. The creator of an endpoint needs the permissions to read them. */
  needs: readonly RecordName[];
  /**
   * What is posted for an event; null when the form has no such event, or it is none of those that are wanted (null is
   * all): then nothing is posted, and the delivery counts as made. Pure: it is called once for a delivery, and all
   * attempts post what it returned.
   */
  write(event: FormEvent, wanted?: readonly string[] | null): FormRequest | null;
  /** The headers that sign a request; Standard Webhooks' where it is absent. */
  sign?(signing: Signing): Record<string, string>;
  /** Verifies a new address; returns what is wrong with it, or null. Absent: no address has to be verified. */
  verify?(address: NewAddress): Promise<string | null>;
};
