import { Marked, type Tokens } from "marked";
import { escaped, type Html, raw } from "./html.ts";

export type Heading = { level: number; text: string; id: string };

/**
 * Markdown of our own as HTML. `rewrite` gives the address that a link or picture of it has on these pages.
 * Headings get the ids that GitHub gives them, so that links between the guides work in both places.
 */
export function renderMarkdown(
  markdown: string,
  rewrite: (address: string) => string = (address) => address,
): { body: Html; headings: Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === "link" || token.type === "image") token.href = rewrite(token.href);
      if (token.type === "html")
        token.text = token.text.replace(
          /src="([^"]+)"/g,
          (_: string, address: string) => `src="${rewrite(address)}"`,
        );
    },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = plain(this.parser.parseInline(tokens));
        const heading = { level: depth, text, id: unusedId(headings, anchorOf(text)) };
        headings.push(heading);
        const link = `<a class="anchor" href="#${heading.id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${heading.id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        return `<pre data-language="${escaped(lang ?? "")}"><code>${escaped(text)}</code></pre>\n`;
      },
    },
  });
  return { body: raw(marked.parse(markdown, { async: false })), headings };
}

/** The text under each heading, without what only Markdown needs, and as it is written. */
export function sectionsOfMarkdown(markdown: string): { heading: Heading; text: string; raw: string }[] {
  const { headings } = renderMarkdown(markdown);
  const texts: string[] = [];
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === "heading") texts.push("");
    else if (texts.length > 0) texts[texts.length - 1] += token.raw;
  }
  return headings.map((heading, at) => {
    const raw = texts[at] ?? "";
    return { heading, text: raw.replace(/[`*|[\]]/g, " "), raw };
  });
}

/** A line of Markdown without a paragraph around it: a description in a table. */
export function renderInline(markdown: string): Html {
  return raw(new Marked().parseInline(markdown, { async: false }));
}

/** The id that GitHub gives a heading: lower case, without punctuation, with hyphens for spaces. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** A second heading of the same words gets `-1`, as at GitHub. */
function unusedId(headings: Heading[], id: string): string {
  const sameWords = headings.filter((heading) => heading.id === id || heading.id.startsWith(`${id}-`));
  return sameWords.some((heading) => heading.id === id) ? `${id}-${sameWords.length}` : id;
}

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
