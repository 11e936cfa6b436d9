import { items, type Json, link, range, type Table, words } from "../table.ts";

const url = "https://example.com/a";
const button = (index: number) => ({ id: `id ${index}`, title: `Title ${index}` });
const row = (index: number) => ({ id: `id ${index}`, title: `Title ${index}` });
const header = { type: "text", text: "Above" };
const common = { header, body: "Choose", footer: "Below" };

/** Headers that take more than words, and what is wrong with others. */
function headers(content: Json): Pick<Table, "taken" | "refused"> {
  const file = { media_url: url };
  return {
    taken: {
      "a header with an image": { ...content, header: { type: "image", ...file } },
      "a header with a video": { ...content, header: { type: "video", ...file } },
      "a header with a document": { ...content, header: { type: "document", ...file, file_name: "a.pdf" } },
    },
    refused: [
      {
        because: "its header is of another kind",
        content: { ...content, header: { type: "audio", ...file } },
        at: "/header/type",
        says: "expected one of text, image, video, document",
      },
      {
        because: "its header has no file",
        content: { ...content, header: { type: "image" } },
        at: "/header/media_url",
        says: "required",
      },
    ],
  };
}

const buttonsContent = { ...common, buttons: [button(0), button(1)] };
const { taken, refused = [] } = headers(buttonsContent);

export const buttons: Table = {
  content: buttonsContent,
  required: ["/body", "/buttons", "/buttons/0/id", "/buttons/0/title"],
  limits: [
    words("/header/text", 60),
    words("/body", 1024),
    words("/footer", 60),
    items("/buttons", 1, 3, button),
    words("/buttons/0/id", 256),
    words("/buttons/0/title", 20),
  ],
  aliases: [[{ ...buttonsContent, header: "Above" }, buttonsContent]],
  ...(taken === undefined ? {} : { taken }),
  refused: [
    ...refused,
    {
      because: "two buttons have one id",
      content: { body: "A", buttons: [button(0), { id: "id 0", title: "B" }] },
      at: "/buttons/1/id",
      says: "must be unique, and is the same as /buttons/0/id",
    },
    {
      because: "two buttons have one title",
      content: { body: "A", buttons: [button(0), { id: "b", title: "Title 0" }] },
      at: "/buttons/1/title",
      says: "must be unique",
    },
    {
      because: "an id ends in a space",
      content: { body: "A", buttons: [{ id: "a ", title: "A" }] },
      at: "/buttons/0/id",
      says: "expected an id, without surrounding spaces",
    },
  ],
};

const listContent = {
  ...common,
  button_text: "Open",
  sections: [{ title: "One", rows: [{ ...row(0), description: "First" }] }],
};
const sectionsOf = (...sections: Json[]) => ({ body: "A", button_text: "Open", sections });

export const list: Table = {
  content: listContent,
  required: [
    ...["/body", "/button_text", "/sections", "/sections/0/rows"],
    ...["/sections/0/rows/0/id", "/sections/0/rows/0/title"],
  ],
  limits: [
    words("/header/text", 60),
    words("/body", 4096),
    words("/footer", 60),
    words("/button_text", 20),
    items("/sections", 1, 10, (index) => ({ title: `${index}`, rows: [row(index)] })),
    words("/sections/0/title", 24),
    items("/sections/0/rows", 1, 10, row),
    words("/sections/0/rows/0/id", 200),
    words("/sections/0/rows/0/title", 24),
    words("/sections/0/rows/0/description", 72),
  ],
  aliases: [[{ ...listContent, header: "Above" }, listContent]],
  refused: [
    {
      because: "its header is an image",
      content: { ...listContent, header: { type: "image", media_url: url } },
      at: "/header/type",
      says: "expected 'text'",
    },
    {
      because: "all sections together have eleven rows",
      content: sectionsOf(
        { title: "One", rows: Array.from({ length: 6 }, (_, index) => row(index)) },
        { title: "Two", rows: Array.from({ length: 5 }, (_, index) => row(index + 6)) },
      ),
      at: "/sections",
      says: "at most 10 rows in all sections together, not 11",
    },
    {
      because: "one of two sections has no title",
      content: sectionsOf({ title: "One", rows: [row(0)] }, { rows: [row(1)] }),
      at: "/sections/1/title",
      says: "required when there is more than one section",
    },
    {
      because: "rows of two sections have one id",
      content: sectionsOf({ title: "One", rows: [row(0)] }, { title: "Two", rows: [row(0)] }),
      at: "/sections/1/rows/0/id",
      says: "must be unique, and is the same as /sections/0/rows/0/id",
    },
  ],
};

const ctaContent = { ...common, button_text: "Open", url };

export const ctaUrl: Table = {
  content: ctaContent,
  required: ["/body", "/button_text", "/url"],
  limits: [
    ...[words("/header/text", 60), words("/body", 1024), words("/footer", 60)],
    ...[words("/button_text", 20), link("/url", 2000)],
  ],
  aliases: [
    [
      { body: "A", display_text: "Open", url },
      { body: "A", button_text: "Open", url },
    ],
  ],
  taken: { ...headers(ctaContent).taken, "a page without TLS": { ...ctaContent, url: "http://example.com" } },
  refused: [
    ...(headers(ctaContent).refused ?? []),
    {
      because: "its url runs a script",
      content: { ...ctaContent, url: "javascript:alert(1)" },
      at: "/url",
      says: "expected an absolute http or https URL",
    },
  ],
};

const options = ["Yes", "No", "Perhaps"];

export const poll: Table = {
  content: { question: "Well?", options, selectable_count: 1 },
  required: ["/question", "/options"],
  limits: [
    words("/question", 255),
    items("/options", 2, 12, (index) => `Option ${index}`),
    words("/options/0", 100),
    range("/selectable_count", 0, options.length),
  ],
  refused: [
    {
      because: "two options are the same",
      content: { question: "Well?", options: ["Yes", "Yes"] },
      at: "/options/1",
      says: "must be unique",
    },
    {
      because: "half an option can't be ticked",
      content: { question: "Well?", options, selectable_count: 0.5 },
      at: "/selectable_count",
      says: "expected a whole number",
    },
  ],
};
