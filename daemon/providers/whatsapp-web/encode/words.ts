import { type Content, mentionsOf, quoteOf } from "./content.ts";
import type { Draft } from "./draft.ts";

/** Messages that paired numbers have as they are. */

export function text(content: Content<"text">): Draft {
  return {
    do: "send",
    content: { show: "text", text: content.body, ...previewOf(content) },
    ...mentionsOf(content),
    ...quoteOf(content),
  };
}

export function link({ url, body, title, description, thumbnail_url, ...content }: Content<"link">): Draft {
  return {
    do: "send",
    content: {
      show: "text",
      text: body === undefined ? url : `${body}\n${url}`,
      preview: { url, title: title ?? url, description, thumbnailUrl: thumbnail_url },
    },
    ...quoteOf(content),
  };
}

export function location({ latitude, longitude, name, address, ...content }: Content<"location">): Draft {
  return {
    do: "send",
    content: { show: "location", latitude, longitude, name, address },
    ...quoteOf(content),
  };
}

export function contact(content: Content<"contact">): Draft {
  return {
    do: "send",
    content: {
      show: "contact",
      fullName: content.full_name.trim(),
      phone: content.phone,
      organization: content.organization,
    },
    ...quoteOf(content),
  };
}

export function poll(content: Content<"poll">): Draft {
  return {
    do: "send",
    content: {
      show: "poll",
      question: content.question,
      options: content.options,
      selectable: content.selectable_count ?? 1,
    },
    ...quoteOf(content),
  };
}

/** Where a text first leads to, as its preview: by name, for nobody fetches the page. */
function previewOf({ body, preview_url = false }: Content<"text">) {
  const url = preview_url ? /https:\/\/[^\s/?#]\S*/.exec(body)?.[0] : undefined;
  return url !== undefined && URL.canParse(url) ? { preview: { url, title: new URL(url).host } } : {};
}
