import { type Json, object, present, text } from "./values.ts";

/**
 * An answer to an interactive message. `type` says which; `id`, `title` and
 * `description` are those of the button or row; a form's answer is in
 * `response`. The answer as Meta wrote it stands under the name of its type.
 */
export function readInteractive(body: Json): Json {
  const type = text(body.type);
  const reply = object(type === null ? undefined : body[type]);
  const { id, title, description } = reply;
  return { ...body, ...(type === "nfm_reply" ? readForm(reply) : present({ id, title, description })) };
}

/** The answer to a flow or an address message: JSON in a string, written by the form's author. */
function readForm(reply: Json): Json {
  return { ...present({ name: reply.name, body: reply.body }), response: parsed(reply.response_json) };
}

/** Null when it is not JSON. */
function parsed(json: unknown): unknown {
  try {
    return typeof json === "string" ? JSON.parse(json) : (json ?? null);
  } catch {
    return null;
  }
}
