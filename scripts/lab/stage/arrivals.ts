/** The messages that came to people, by the control routes of the sandboxes. */

/** Reads a control route, named by its path from `/sandbox`; null when it refuses. */
export type Read = (path: string) => Promise<unknown>;

/** A call that the stand-in for Meta took. */
export type Call = {
  to: string;
  biz_opaque_callback_data: string;
  phone_number_id: string;
  at: string;
  /** The wamid of the message that it answers. */
  quotes?: string;
};

/** A message on somebody's phone; `copies` is how often it came, which the phone shows once. */
export type PhoneMessage = {
  chat: string;
  from_me: boolean;
  text: string | null;
  at: string;
  copies: number;
  content: { extendedTextMessage?: { contextInfo?: { stanzaId?: string | null } | null } | null };
};

const AT_ONCE = 1000;

/** The calls after the first `known` ones, oldest first. Throws when the stand-in has forgotten some of them. */
export async function readCalls(read: Read, known = 0): Promise<Call[]> {
  for (let limit = AT_ONCE; ; limit *= 4) {
    const { total, data } = (await read(`messages?limit=${limit}`)) as { total: number; data: Call[] };
    const first = total - data.length;
    if (first <= known) return data.slice(known - first);
    if (data.length < limit) throw new Error(`the sandbox has forgotten ${first - known} calls`);
  }
}

/** The messages of `from` on somebody's phone, oldest first. */
export async function readPhone(read: Read, person: string, from: string): Promise<PhoneMessage[]> {
  for (let limit = AT_ONCE; ; limit *= 4) {
    const path = `phones/${person}/messages?chat=${from}&limit=${limit}`;
    const shown = (await read(path)) as { matched: number; data: PhoneMessage[] } | null;
    if (shown === null) return [];
    if (shown.matched <= shown.data.length) return shown.data.filter(({ from_me }) => !from_me);
  }
}
