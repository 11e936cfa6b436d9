import { GUIDES } from "../docs/guides.ts";
import { sectionsOfMarkdown } from "../docs/markdown.ts";
import { type Document, groupsOf } from "../docs/reference/document.ts";
import { searchEntries } from "../docs/search.ts";
import { messageTypes } from "../message-types/registry.ts";

/** The documentation, for agents. All of it is Waypost's own. */
export type Manual = {
  /** The places whose text has all of the words, best first. */
  search(words: string): Found[];
  /** The text of a place, from a character on; null when there is none. */
  read(page: string): string | null;
};

type Found = { page: string; title: string; within: string };

const MOST_FOUND = 12;
const GUIDE = "/docs/guides/";
const TYPE = "types/";

/** Made of the guides, the API's OpenAPI document and the message types. */
export function createManual(document: Document): Manual {
  const operations = groupsOf(document).flatMap(({ operations }) => operations);
  const entries = [...typeEntries(), ...searchEntries(document)].map(({ id, title, within, text }) => ({
    found: { page: id.replace(GUIDE, ""), title, within },
    title: title.toLowerCase(),
    text: `${title} ${within} ${text}`.toLowerCase(),
  }));

  return {
    search(given) {
      const words = given.toLowerCase().split(/\s+/).filter(Boolean);
      const matching = entries.filter(({ text }) => words.every((word) => text.includes(word)));
      const asked = words.join(" ");
      const inTitle = ({ title }: { title: string }) =>
        title === asked ? words.length + 1 : words.filter((word) => title.includes(word)).length;
      return matching
        .sort((one, other) => inTitle(other) - inTitle(one))
        .slice(0, MOST_FOUND)
        .map(({ found }) => found);
    },
    read(page) {
      if (page.startsWith(TYPE)) return typePage(page.slice(TYPE.length));
      const [path = "", anchor] = page.replace(GUIDE, "").split("#", 2);
      const operation = operations.find(({ operationId }) => operationId === (anchor ?? path));
      if (operation !== undefined) return JSON.stringify(operation);
      const { schemas } = document.components;
      const name = path.replace("#/components/schemas/", "");
      if (Object.hasOwn(schemas, name)) return JSON.stringify(schemas[name]);
      return guidePage(path.replace(/\.md$/, ""), anchor);
    },
  };
}

function guidePage(name: string, anchor: string | undefined): string | null {
  const guide = Object.hasOwn(GUIDES, name) ? GUIDES[name] : undefined;
  if (guide === undefined || anchor === undefined) return guide ?? null;
  return sectionsOfMarkdown(guide).find(({ heading }) => heading.id === anchor)?.raw ?? null;
}

function typeEntries() {
  return messageTypes().map(({ type, schema }) => ({
    id: TYPE + type,
    title: `Content of type ${type}`,
    within: "Messages",
    text: Object.keys(schema.properties ?? {}).join(" "),
  }));
}

function typePage(name: string): string | null {
  const found = messageTypes().find(({ type }) => type === name);
  return found === undefined ? null : JSON.stringify({ schema: found.schema, examples: found.examples });
}
