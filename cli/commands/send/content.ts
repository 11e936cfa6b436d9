import { usageFailure } from "../../lib/failures/failure.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { readInput } from "../../lib/input/stdin.ts";
import { given } from "../../lib/values/given.ts";
import type { MessageOptions } from "./options.ts";
import { templateContent } from "./template.ts";

type Body = { type: string; content: Record<string, unknown> };

const KINDS = ["text", "template", "image", "type"] as const;
const BELONGS_TO = {
  template: ["lang", "param", "header-image", "button", "quick-reply"],
  image: ["caption"],
  type: ["content"],
} as const;

/** Type and content of the message the options describe; exactly one kind must be given. */
export async function messageBody(options: MessageOptions): Promise<Body> {
  const [kind, ...others] = KINDS.filter((name) => options[name] !== undefined);
  if (kind === undefined || others.length > 0) {
    throw usageFailure(
      "give exactly one of --text, --template, --image and --type",
      "See: waypost send --help",
    );
  }
  refuseStrays(options, kind);
  const { type, content } = await bodyOf(options);
  const quoted = options["reply-to"];
  return { type, content: quoted === undefined ? content : { ...content, reply_to: { id: quoted } } };
}

function refuseStrays(options: MessageOptions, kind: (typeof KINDS)[number]): void {
  for (const [owner, names] of Object.entries(BELONGS_TO)) {
    const stray = owner === kind ? undefined : names.find((name) => (options[name]?.length ?? 0) > 0);
    if (stray !== undefined) throw usageFailure(`--${stray} needs --${owner}`);
  }
}

async function bodyOf(options: MessageOptions): Promise<Body> {
  const { text, template, image, caption, type, content } = options;
  if (text !== undefined) return { type: "text", content: { body: await textOf(text) } };
  if (template !== undefined) return { type: "template", content: templateContent({ ...options, template }) };
  if (image !== undefined) {
    return { type: "image", content: { media_url: image, ...given({ caption }) } };
  }
  if (content === undefined)
    throw usageFailure("--type needs --content", "Give JSON, a file, or - for standard input.");
  return { type: type ?? "", content: await readJsonObject("content", content) };
}

async function textOf(text: string): Promise<string> {
  const body = text === "-" ? (await readInput()).replace(/\r?\n$/, "") : text;
  if (body.trim() === "") throw usageFailure("the text is empty");
  return body;
}
