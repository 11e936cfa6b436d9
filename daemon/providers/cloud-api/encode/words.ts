import { type Content, replyContext } from "./content.ts";

/** Messages that have an object of their own in the Cloud API. */

export function text(content: Content<"text">): Record<string, unknown> {
  return {
    type: "text",
    text: { body: content.body, preview_url: content.preview_url ?? false },
    ...replyContext(content),
  };
}

export function template(content: Content<"template">): Record<string, unknown> {
  return {
    type: "template",
    template: {
      ...content.template,
      language: { code: content.template.language.code, policy: "deterministic" },
    },
    ...replyContext(content),
  };
}

export function location({
  latitude,
  longitude,
  name,
  address,
  ...content
}: Content<"location">): Record<string, unknown> {
  return { type: "location", location: { latitude, longitude, name, address }, ...replyContext(content) };
}

export function contact(content: Content<"contact">): Record<string, unknown> {
  return {
    type: "contacts",
    contacts: [
      {
        name: nameOf(content.full_name.trim()),
        org: content.organization === undefined ? undefined : { company: content.organization },
        phones: [{ phone: `+${content.phone}`, wa_id: content.phone, type: "WORK" }],
      },
    ],
    ...replyContext(content),
  };
}

export function reaction(content: Content<"reaction">): Record<string, unknown> {
  return { type: "reaction", reaction: { message_id: content.message_id, emoji: content.reaction } };
}

export function markAsRead(content: Content<"mark_as_read">): Record<string, unknown> {
  return {
    status: "read",
    message_id: content.message_id,
    typing_indicator: content.typing_indicator === true ? { type: "text" } : undefined,
  };
}

/** Meta refuses a formatted name that stands alone. */
function nameOf(fullName: string): Record<string, unknown> {
  const [first, ...rest] = fullName.split(/\s+/);
  return {
    formatted_name: fullName,
    first_name: first,
    last_name: rest.length === 0 ? undefined : rest.join(" "),
  };
}
