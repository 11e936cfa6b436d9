import { posix } from "node:path";
import { VERSION } from "../lib/version.ts";
import { GUIDES, titleOf } from "./guides.ts";

/** Where guides are served, of which each is also there as it is written, with `.md` at its end. */
const FOLDER = "docs/guides";
/** The folder of most guides in the repository, next to which the others are. */
const SOURCES = "docs";

/** A guide as it is written, its links to others leading to where these are served; null when there is none. */
export function markdownGuide(name: string): string | null {
  const guide = Object.hasOwn(GUIDES, name) ? GUIDES[name] : undefined;
  return (
    guide?.replace(/(\]\()([^)\s]+)(?=\))/g, (_, before: string, address: string) => {
      return before + (/^(?:[a-z]+:|#)/i.test(address) ? address : served(name, address));
    }) ?? null
  );
}

/** The list of what there is to read, for machines (llmstxt.org); its links are relative to it. */
export function llmsText(): string {
  const guides = Object.keys(GUIDES).map((name) => `- [${titleOf(name)}](${FOLDER}/${name}.md)`);
  return `# Waypost ${VERSION}

> Self-hosted WhatsApp messaging: one HTTP API, signed webhooks and a terminal client, for official numbers and paired ones.

- [The API as OpenAPI 3.1](openapi.json): every path below \`/v1\`, with examples
- \`POST /mcp\`: nine tools by the Model Context Protocol; see [Agents](${FOLDER}/agents.md)
- \`waypost commands --json\` and \`waypost schema <command>\` describe the terminal client

## Guides

${guides.join("\n")}
`;
}

/** An address in a guide's source, as seen from where the guide is served. */
function served(name: string, address: string): string {
  const folder = posix.dirname(name);
  const source = /^[A-Z]/.test(name) ? "" : posix.join(SOURCES, folder);
  const target = posix.normalize(posix.join(source, address)).replace(/^docs\//, "");
  return posix.relative(folder, target) || posix.basename(target);
}
