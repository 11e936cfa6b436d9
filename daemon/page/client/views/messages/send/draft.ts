import type { BodyOf } from "../../../api/call.ts";
import { quoted } from "../../../parts/as-command.tsx";
import type { Message } from "../states.ts";

/** A message while it is written. */
export type Draft = {
  channel_id: string | null;
  /** As it was typed: a number, a user name (`@name`, or `@name 1234` with its PIN), WhatsApp's own id of somebody, or the id of a contact or conversation. */
  to: string;
  type: string;
  content: unknown;
  options: Readonly<Record<string, unknown>>;
};

export type SendBody = BodyOf<"POST /v1/messages">;

/** WhatsApp's own ids: of people who show no number, and of groups. */
const USER_ID = /^([A-Z]{2}\.(ENT\.)?[A-Za-z0-9]+|\d+@lid|[\d-]+@g\.us|(?=\S*[A-Za-z])[\w=-]{16,128})$/;
/** A user name, with the PIN by which some people protect theirs. */
const USER_NAME = /^(@\S+)(?:\s+(\d{4}))?$/;
/** Stands for an uploaded file where a stored message has it. */
const UPLOADED = "https://media.invalid/";

/** The request that sends a draft. */
export function bodyOf({ channel_id, to, type, content, options }: Draft): SendBody {
  return {
    ...(channel_id === null ? {} : { channel_id }),
    ...recipientOf(to.trim()),
    type,
    content: (content ?? {}) as SendBody["content"],
    ...options,
  };
}

type Named = Pick<SendBody, "to" | "username_pin" | "recipient" | "contact_id" | "conversation_id">;

function recipientOf(to: string): Named {
  if (to === "") return {};
  const [, name, pin] = USER_NAME.exec(to) ?? [];
  if (name !== undefined) return { to: name, ...(pin === undefined ? {} : { username_pin: pin }) };
  if (to.startsWith("ct_")) return { contact_id: to };
  if (to.startsWith("cv_")) return { conversation_id: to };
  return USER_ID.test(to) ? { recipient: to } : { to };
}

/** The command that sends a draft. */
export function commandOf({ channel_id, to, type, content }: Draft): string {
  const [, name = to.trim(), pin] = USER_NAME.exec(to.trim()) ?? [];
  const parts = [
    channel_id !== null && `--channel ${channel_id}`,
    `--to ${quoted(name)}`,
    pin !== undefined && `--username-pin ${pin}`,
    `--type ${type}`,
    `--content ${quoted(JSON.stringify(content ?? {}))}`,
  ];
  return ["send", ...parts.filter((part) => part !== false)].join(" ");
}

/** The draft that sends a message once more, to the same person. */
export function draftAgain({ channel_id, to, recipient, contact_id, type, content }: Message): Draft {
  const whom = to ?? recipient ?? contact_id ?? "";
  return { channel_id, to: whom, type, content: withUploads(content), options: {} };
}

/** A stored content as it was sent: with the ids of its uploaded files. */
function withUploads(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, member]) =>
      typeof member === "string" && member.startsWith(UPLOADED)
        ? ["media_id", member.slice(UPLOADED.length)]
        : [name, member],
    );
    return Array.isArray(value) ? value : Object.fromEntries(members);
  });
}
