import { Elysia } from "elysia";
import miniSearch from "minisearch" with { type: "file" };
import { createDocument, type DocumentParts } from "../http/openapi/document.ts";
import { problem } from "../http/problem.ts";
import { Type } from "../lib/typebox.ts";
import { acceptedEncoding } from "./accepted-encoding.ts";
import docsScript from "./assets/docs.browser.js" with { type: "text" };
import docsStyle from "./assets/docs.css" with { type: "text" };
import { GUIDE_FILES, GUIDES } from "./guides.ts";
import { ASSETS } from "./html-page.ts";
import { llmsText, markdownGuide } from "./markdown-guide.ts";
import { groupPage, guidePage, homePage } from "./pages.ts";
import { partOf } from "./part.ts";
import { type Document, type Group, groupsOf } from "./reference/document.ts";
import { withRelativeAddresses } from "./relative.ts";
import { searchEntries } from "./search.ts";

/** Where the library's file is. TypeScript takes the import for what the file exports. */
const SEARCH_LIBRARY = String(miniSearch);

/**
 * `/openapi.json` and `/docs`: the reference, the guides, and a search of both. All of it is served by the daemon, so
 * that it works without the internet. Pages made from the document are made once.
 */
export function docsRoutes(parts: DocumentParts) {
  const made = new Map<string, string>();
  const document = once(() => createDocument(parts) as unknown as Document);
  const groups = once(() => groupsOf(document()));
  const hidden = { detail: { hide: true } };

  function textOf(path: string, make: () => string): string {
    const text = made.get(path) ?? make();
    made.set(path, text);
    return text;
  }
  const page = (request: Request, path: string, make: () => string) => {
    const text = withRelativeAddresses(textOf(path, make), new URL(request.url).pathname);
    return secured(text, "text/html; charset=utf-8", "no-cache");
  };
  const compressed = new Map<string, Blob>();
  // the whole is more than a megabyte, and the part of a form up to a tenth of that
  function json(request: Request, name: string, make: () => object): Response {
    const text = textOf(name, () => JSON.stringify(make()));
    const isCompressed = acceptedEncoding(request, ["gzip"]) !== null;
    const kept = compressed.get(name) ?? new Blob([Bun.gzipSync(text)]);
    compressed.set(name, kept);
    const response = secured(isCompressed ? kept : text, "application/json", "no-cache");
    response.headers.set("vary", "Accept-Encoding");
    if (isCompressed) response.headers.set("content-encoding", "gzip");
    return response;
  }
  /** What one form of the page is made of, so that it does not load all the others, too. */
  function partFor(route: string): object {
    const part = partOf(document(), route);
    if (part === null) throw problem(404, "not_found", "no such route, or it takes no body");
    return part;
  }

  return new Elysia()
    .get(
      "/openapi.json",
      ({ request, query: { route } }) =>
        route === undefined
          ? json(request, "openapi", document)
          : json(request, `part ${route}`, () => partFor(route)),
      { ...hidden, query: Type.Object({ route: Type.Optional(Type.String({ maxLength: 256 })) }) },
    )
    .get("/llms.txt", () => secured(llmsText(), "text/plain; charset=utf-8", "no-cache"), hidden)
    .get("/docs", ({ request }) => page(request, "/docs", () => homePage(document())), hidden)
    .get(
      "/docs/api/:group",
      ({ params, request }) => {
        const group = groupNamed(groups(), params.group);
        return page(request, `/docs/api/${group.slug}`, () => groupPage(document(), group));
      },
      hidden,
    )
    .get(
      "/docs/guides/*",
      ({ params, request }) => {
        const name = params["*"];
        const markdown = name.endsWith(".md") ? markdownGuide(name.slice(0, -".md".length)) : null;
        if (markdown !== null) return secured(markdown, "text/markdown; charset=utf-8", "no-cache");
        const file = Object.hasOwn(GUIDE_FILES, name) && GUIDE_FILES[name];
        if (file) return secured(file, typeOfFile(name), "no-cache");
        const guide = Object.hasOwn(GUIDES, name) && GUIDES[name];
        if (!guide) throw problem(404, "not_found", "no such guide; all of them are listed at /docs");
        return page(request, `/docs/guides/${name}`, () => guidePage(document(), name, guide));
      },
      hidden,
    )
    .get(
      `${ASSETS}/search.json`,
      () =>
        asset(
          textOf("search", () => JSON.stringify(searchEntries(document()))),
          "application/json",
        ),
      hidden,
    )
    .get(`${ASSETS}/search.js`, () => asset(Bun.file(SEARCH_LIBRARY), "text/javascript"), hidden)
    .get(`${ASSETS}/docs.js`, () => asset(docsScript, "text/javascript"), hidden)
    .get(`${ASSETS}/docs.css`, () => asset(docsStyle, "text/css"), hidden);
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function groupNamed(groups: readonly Group[], slug: string): Group {
  const group = groups.find((one) => one.slug === slug);
  if (group === undefined)
    throw problem(404, "not_found", "no such part of the API; all of them are listed at /docs");
  return group;
}

function typeOfFile(name: string): string {
  if (name.endsWith(".png")) return "image/png";
  return name.endsWith(".svg") ? "image/svg+xml" : "text/plain; charset=utf-8";
}

/** The version is part of an asset's address: it may be kept. */
function asset(body: string | Blob, type: string): Response {
  return secured(body, `${type}; charset=utf-8`, "public, max-age=31536000, immutable");
}

/** The pages name an empty icon as a `data:` address; the pictures of screens have their styles inside. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function secured(body: string | Blob, type: string, caching: string): Response {
  return new Response(body, {
    headers: {
      "content-type": type,
      "cache-control": caching,
      "content-security-policy": POLICY,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  });
}
