import { GUIDES, titleOf } from "./guides.ts";
import { sectionsOfMarkdown } from "./markdown.ts";
import { type Document, groupsOf } from "./reference/document.ts";

/** One place that a search can find; `text` is plain. */
export type SearchEntry = { id: string; title: string; within: string; text: string };

/** Every operation and every section of every guide. The id is its address. */
export function searchEntries(document: Document): SearchEntry[] {
  const operations = groupsOf(document).flatMap(({ slug, name, operations }) =>
    operations.map(({ operationId, summary, description = "", method, path }) => ({
      id: `/docs/api/${slug}#${operationId}`,
      title: summary,
      within: name,
      text: `${method} ${path} ${description}`,
    })),
  );
  return [...operations, ...Object.entries(GUIDES).flatMap(([name, markdown]) => sectionsOf(name, markdown))];
}

/** A guide in pieces, from each heading to the next. */
function sectionsOf(name: string, markdown: string): SearchEntry[] {
  return sectionsOfMarkdown(markdown).map(({ heading: { text: title, id, level }, text }) => ({
    id: `/docs/guides/${name}${level === 1 ? "" : `#${id}`}`,
    title,
    within: titleOf(name),
    text,
  }));
}
