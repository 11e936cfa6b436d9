import { usageFailure } from "../../lib/failures/failure.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { readInput } from "../../lib/input/stdin.ts";
import { type FileMessage, fileMessage } from "./file-message.ts";
import type { MessageBody } from "./message-body.ts";
import type { MessageOptions } from "./options.ts";
import { HEADER_FILES, templateMessage } from "./template-message.ts";
import { typeHint } from "./type-examples.ts";

const KINDS = ["text", "template", "file", "image", "video", "audio", "document", "type"] as const;
const LISTED = `${KINDS.slice(0, -1)
  .map((kind) => `--${kind}`)
  .join(", ")} and --${KINDS.at(-1)}`;
/** Options that go with some kinds alone. */
const BELONGS_TO = [
  { names: ["lang", "param", ...HEADER_FILES, "button", "quick-reply"], to: ["template"] },
  { names: ["caption"], to: ["file", "image", "video", "document"] },
  { names: ["as"], to: ["file"] },
  { names: ["filename"], to: ["file", "document"] },
  { names: ["content"], to: ["type"] },
] as const;

/** The message that the options describe, its file not uploaded yet; exactly one kind must be given. */
export async function messageBody(options: MessageOptions): Promise<MessageBody | FileMessage> {
  const [kind, ...others] = KINDS.filter((name) => options[name] !== undefined);
  if (kind === undefined || others.length > 0)
    throw usageFailure(`give exactly one of ${LISTED}`, "See: waypost send --help");
  refuseStrays(options, kind);
  return await bodyOf(options);
}

/** The content of an answer names the message that it answers. */
export function withReply({ type, content }: MessageBody, quoted: string | undefined): MessageBody {
  return { type, content: quoted === undefined ? content : { ...content, reply_to: { id: quoted } } };
}

function refuseStrays(options: MessageOptions, kind: (typeof KINDS)[number]): void {
  for (const { names, to } of BELONGS_TO) {
    const owners: readonly string[] = to;
    const stray = owners.includes(kind) ? undefined : names.find((name) => (options[name]?.length ?? 0) > 0);
    if (stray !== undefined)
      throw usageFailure(`--${stray} needs ${owners.map((owner) => `--${owner}`).join(" or ")}`);
  }
}

async function bodyOf(options: MessageOptions): Promise<MessageBody | FileMessage> {
  const { text, template, type, content } = options;
  if (text !== undefined) return { type: "text", content: { body: await textOf(text) } };
  if (template !== undefined) return await templateMessage({ ...options, template });
  const file = await fileMessage(options);
  if (file !== null) return file;
  if (content === undefined)
    throw usageFailure("--type needs --content: JSON, a file, or - for standard input", typeHint(type ?? ""));
  return { type: type ?? "", content: await readJsonObject("content", content) };
}

async function textOf(text: string): Promise<string> {
  const body = text === "-" ? (await readInput()).replace(/\r?\n$/, "") : text;
  if (body.trim() === "") throw usageFailure("the text is empty");
  return body;
}
