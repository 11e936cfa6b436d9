import { StoreFailure } from "../../../daemon/channels/session-move/stores/store-failure.ts";
import { Failure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";
import type { OwnChannel } from "./channels.ts";
import type { FoundNumber } from "./read/found.ts";

/** What was found of a number, and what will be made of it. */
export type Planned = {
  /** What it is called there. */
  name: string;
  /** With its country code; null where it is not known. */
  number: string | null;
  /** The channel that has it, or `new`. */
  channel: string;
  /** What connects it: its login, a token of Meta's, nothing needed, or nothing found. */
  login: "session" | "token" | "connected" | "none";
  contacts: number;
  messages: number;
  webhooks: number;
  proxy: boolean;
  missing: string[];
};

/** Looks at a number's login without keeping it: what is wrong with it is said before anything is made. */
export async function planOf(
  number: FoundNumber,
  channelOf: (phone: string | null) => OwnChannel | undefined,
) {
  const session = await look(number);
  const phone = number.phone ?? session.number;
  const channel = channelOf(phone);
  const planned: Planned = {
    name: number.name,
    number: phone === null ? null : `+${phone}`,
    channel: channel?.id ?? "new",
    login: channel?.phone_number
      ? "connected"
      : number.account
        ? "token"
        : session.number
          ? "session"
          : "none",
    contacts: number.counts.people,
    messages: number.counts.messages,
    webhooks: number.webhooks.length,
    proxy: number.settings.proxy !== undefined,
    missing: [...number.missing, ...(channel?.phone_number ? [] : session.missing)],
  };
  return { planned, phone };
}

async function look(number: FoundNumber): Promise<{ number: string | null; missing: string[] }> {
  try {
    const found = await number.session();
    return { number: found?.number ?? null, missing: found?.missing ?? [] };
  } catch (error) {
    if (!(error instanceof Failure || error instanceof StoreFailure)) throw error;
    return { number: null, missing: [`its login can't be read: ${error.message}`] };
  }
}

export const planColumns: ReadonlyArray<Column<Planned>> = [
  { title: "name", value: ({ name }) => name },
  { title: "number", value: ({ number }) => number },
  { title: "channel", value: ({ channel }) => channel },
  { title: "login", value: ({ login }) => login },
  { title: "contacts", value: ({ contacts }) => contacts },
  { title: "messages", value: ({ messages }) => messages },
  { title: "webhooks", value: ({ webhooks }) => webhooks },
  { title: "proxy", value: ({ proxy }) => (proxy ? "yes" : "no"), optional: true },
  { title: "missing", value: ({ missing }) => missing.join("; "), cut: 20 },
];
