import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { KeyAgent } from "../../../db/auth/api-keys.ts";
import { type FieldError, problem } from "../../http/problem.ts";
import { isPostgresText } from "../../lib/postgres-text.ts";
import type { TSchema } from "../../lib/typebox.ts";
import { ContentRefused } from "../../message-types/checks.ts";
import { explain } from "../../message-types/explain.ts";
import type { MessageType } from "../../message-types/message-type.ts";
import { findMessageType, messageTypes } from "../../message-types/registry.ts";
import { type UploadUse, withPlaces } from "../../message-types/uploads.ts";
import type { Complaint } from "../../providers/encoders.ts";
import type { Platform } from "../../providers/provider.ts";
import { invalidField } from "./send-fields.ts";

const compiled = new Map<string, TypeCheck<TSchema>>();

/** The definition of a type on a platform. Throws 422 when it does not exist or the platform can't do it. */
export function typeOn(platform: Platform, name: string): MessageType {
  const type = findMessageType(name);
  if (type === null) {
    const known = messageTypes()
      .map((known) => known.type)
      .join(", ");
    throw problem(422, "invalid_request", `/type: there is no message type ${quoted(name)}`, {
      errors: [{ path: "/type", message: `expected one of ${known}` }],
    });
  }
  if (platform.encoders[type.type] === null) {
    throw problem(
      422,
      "unsupported_on_platform",
      `type ${name} is not supported on ${platform.name} channels`,
      {
        errors: [{ path: "/type", message: `not supported on ${platform.name}` }],
      },
    );
  }
  return type;
}

/**
 * The canonical form of a content, with places for the uploaded files that it names, and those files. Throws 422
 * `invalid_content` naming each wrong path and its limit.
 */
export function canonicalContent(
  platform: Platform,
  type: MessageType,
  given: Record<string, unknown>,
): { content: Record<string, unknown>; uses: UploadUse[] } {
  const { content: canonical, uses } = placed(type, withoutUndefined(type.canonical(given)));
  const check = checkOf(type);
  if (!check.Check(canonical)) throw invalidContent(explain(check, canonical));
  const complaint = complaintOf(platform, type, canonical);
  if (complaint !== null) throw invalidContent([complaint]);
  try {
    type.check?.(canonical);
  } catch (error) {
    if (error instanceof ContentRefused) throw invalidContent([error]);
    throw error;
  }
  return { content: canonical as Record<string, unknown>, uses };
}

function placed(type: MessageType, content: Record<string, unknown>) {
  try {
    return withPlaces(type.type, content);
  } catch (error) {
    if (error instanceof ContentRefused) throw invalidContent([error]);
    throw error;
  }
}

/** The platform's own requirements of a content of this type. */
function complaintOf(
  { requirements = {} }: Platform,
  { type }: MessageType,
  content: object,
): Complaint | null {
  const complain = requirements[type] as ((content: object) => Complaint | null) | undefined;
  return complain?.(content) ?? null;
}

function checkOf(type: MessageType): TypeCheck<TSchema> {
  let check = compiled.get(type.type);
  if (check === undefined) {
    check = TypeCompiler.Compile(type.schema);
    compiled.set(type.type, check);
  }
  return check;
}

/**
 * Throws 422 `invalid_content` for a text with NUL or half of a surrogate pair, where the database reads it out of the
 * JSON: of templates, and of what a key for an agent sends. Any other is kept as it came.
 */
export function refuseUnreadable(
  agent: KeyAgent | null,
  type: string,
  { content, metadata }: { content: unknown; metadata: unknown },
): void {
  if (agent === null && type !== "template") return;
  const message = "a text has a NUL character or half of a surrogate pair";
  if (!isPostgresText(content)) throw invalidContent([{ path: "", message }]);
  if (!isPostgresText(metadata ?? null)) throw invalidField("/metadata", message);
}

/** The refusal of a content; the paths given are within the content. */
export function invalidContent(wrongs: FieldError[]) {
  const errors = wrongs.map(({ path, message }) => ({ path: `/content${path}`, message }));
  const first = errors[0];
  const detail = first === undefined ? "the content is not valid" : `${first.path}: ${first.message}`;
  return problem(422, "invalid_content", detail, { errors });
}

function withoutUndefined(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}

/** A client's text inside a message of ours: short and on one line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}
