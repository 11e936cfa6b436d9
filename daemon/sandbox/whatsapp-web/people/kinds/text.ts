import { contextOf, type Maker, textOf } from "./kind.ts";

/** `body`, `reply_to`. */
export const text: Maker = (content, scene) => {
  const body = textOf(content, "body", "Hello");
  const context = contextOf(content, scene);
  if (context === undefined) return { message: { conversation: body } };
  return { message: { extendedTextMessage: { text: body, ...context } } };
};

/** A text with the preview of a link: `body`, `url`, `title`, `description`, `reply_to`. */
export const link: Maker = (content, scene) => {
  const url = textOf(content, "url", "https://example.com/");
  const preview = {
    text: textOf(content, "body", `Look at ${url}`),
    matchedText: url,
    title: textOf(content, "title", "Example"),
    description: textOf(content, "description", "An example"),
  };
  return { message: { extendedTextMessage: { ...preview, ...contextOf(content, scene) } } };
};
