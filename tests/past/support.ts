import { storePastMessages } from "../../daemon/past/store.ts";
import type { PastMessage, PastPerson } from "../../daemon/providers/past-message.ts";
import type { TestDaemon } from "../support/daemon.ts";

export const DAY_MS = 24 * 3600_000;

/** A moment of days ago, in whole seconds as platforms report times. */
export function daysAgo(days: number, seconds = 0): Date {
  return new Date((Math.floor((Date.now() - days * DAY_MS) / 1000) + seconds) * 1000);
}

export function someone(phone: string | null, more: Partial<PastPerson> = {}): PastPerson {
  return { phone, lid: null, name: null, ...more };
}

/** A text of ten days ago; it says its own id unless said otherwise. */
export function past(id: string, chat: PastMessage["chat"], more: Partial<PastMessage> = {}): PastMessage {
  return {
    ...{ providerMessageId: id, source: "phone", direction: "inbound", chat, writer: null },
    ...{
      type: "text",
      content: { body: id },
      status: "delivered",
      quoted: null,
      forwarded: false,
      file: null,
    },
    ...{ at: daysAgo(10), ...more },
  };
}

export function store(
  { sql, organizationId, channelId }: Pick<TestDaemon, "sql" | "organizationId" | "channelId">,
  messages: readonly PastMessage[],
  retentionDays = 90,
) {
  const templates = { find: async () => null };
  return storePastMessages({ sql, templates, retentionDays }, { organizationId, channelId }, messages);
}

/** The conversation with a number, as the API shows it; undefined where there is none. */
export async function conversationOf(waypost: TestDaemon, phone: string) {
  const { body } = await waypost.call("GET", "/v1/conversations");
  // biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
  return (body.data as any[]).find(({ contact }) => contact?.phone_number === `+${phone}`);
}

/** What the messages of a conversation say, oldest first. */
export async function said(waypost: TestDaemon, conversationId: string): Promise<string[]> {
  const { body } = await waypost.call("GET", `/v1/messages?conversation_id=${conversationId}`);
  return (body.data as { text: string }[]).map(({ text }) => text).reverse();
}
