import type { FoundSession } from "../../../../daemon/channels/session-move/stores/found.ts";
import type { BodyOf } from "../../../../daemon/start/types/routes.ts";

type Past = BodyOf<"POST /v1/channels/{id}/past">;

/** A past message as Baileys has it. */
export type FoundMessage = NonNullable<Past["messages"]>[number];

/** A contact of a number. */
export type FoundPerson = NonNullable<Past["people"]>[number];

/** A receiver of what happens to a number, in the form of the program that it was found in. */
export type FoundWebhook = {
  url: string;
  /** The program's own names of events; none are all. */
  events: readonly string[];
  headers: Record<string, string>;
  /** What it checks signatures with. */
  secret: string | null;
  /** Whether it gets files in the events. */
  hasFiles: boolean;
};

/** Settings that a channel has, too. */
export type FoundSettings = { calls?: "reject"; groups?: boolean; proxy?: { url: string } };

/** Meta's account of an official number. */
export type FoundAccount = { phone_number_id: string; waba_id: string; access_token: string };

/** A number as another program has it. All of it was written by others. */
export type FoundNumber = {
  /** What it is called there. */
  name: string;
  /** Digits; null where the program does not know it, as of one that was never paired. */
  phone: string | null;
  /** Null of a paired number. */
  account: FoundAccount | null;
  webhooks: readonly FoundWebhook[];
  settings: FoundSettings;
  counts: { people: number; messages: number };
  /** What of it can't be moved, in sentences. */
  missing: readonly string[];
  /** The login of a paired number; null where there is none. Throws a failure that says what is wrong with it. */
  session(): Promise<FoundSession | null>;
  /** In pages. */
  people(): AsyncIterable<FoundPerson[]>;
  /** In pages. Null stands for a message that can't be read. */
  messages(): AsyncIterable<(FoundMessage | null)[]>;
};

/** What another program has, open for reading; nothing is written to it. */
export type Installation = {
  /** The program, such as `evolution`, which is also the form of its webhooks. */
  kind: "evolution" | "waha";
  numbers: readonly FoundNumber[];
  close(): Promise<void>;
};
