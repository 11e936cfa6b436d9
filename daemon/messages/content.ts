import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { type FieldError, problem } from "../http/problem.ts";
import type { Platform } from "../providers/provider.ts";
import { ContentRefused, type MessageType } from "./types/message-type.ts";
import { findMessageType, messageTypes } from "./types/registry.ts";

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
  if (platform !== "whatsapp_official" || type.official === null) {
    throw problem(422, "unsupported_on_platform", `type ${name} is not supported on ${platform} channels`, {
      errors: [{ path: "/type", message: `not supported on ${platform}` }],
    });
  }
  return type;
}

/** The canonical form of a content. Throws 422 `invalid_content` naming each wrong path and its limit. */
export function canonicalContent(
  type: MessageType,
  content: Record<string, unknown>,
): Record<string, unknown> {
  const canonical = withoutUndefined(type.canonical(content));
  const check = checkOf(type);
  if (!check.Check(canonical)) throw invalidContent(explain(check, canonical));
  try {
    type.check?.(canonical);
  } catch (error) {
    if (error instanceof ContentRefused)
      throw invalidContent([{ path: `/content${error.path}`, message: error.message }]);
    throw error;
  }
  return canonical as Record<string, unknown>;
}

function checkOf(type: MessageType): TypeCheck<TSchema> {
  let check = compiled.get(type.type);
  if (check === undefined) {
    check = TypeCompiler.Compile(type.schema);
    compiled.set(type.type, check);
  }
  return check;
}

function invalidContent(errors: FieldError[]) {
  const first = errors[0];
  return problem(
    422,
    "invalid_content",
    first === undefined ? "the content is not valid" : `${first.path}: ${first.message}`,
    {
      errors,
    },
  );
}

function explain(check: TypeCheck<TSchema>, content: unknown): FieldError[] {
  const errors: FieldError[] = [];
  for (const issue of check.Errors(content)) {
    const path = `/content${issue.path}`;
    if (!errors.some((known) => known.path === path)) errors.push({ path, message: describe(issue) });
    if (errors.length === 20) break;
  }
  return errors;
}

function describe(issue: ValueError): string {
  if (issue.type === ValueErrorType.ObjectAdditionalProperties) return "unknown field";
  if (issue.type === ValueErrorType.ObjectRequiredProperty) return "required";
  if (issue.type === ValueErrorType.StringPattern && issue.schema.description !== undefined) {
    return `expected: ${issue.schema.description}`;
  }
  return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
}

function withoutUndefined(content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}

/** A client's text inside a message of ours: short and on one line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}
