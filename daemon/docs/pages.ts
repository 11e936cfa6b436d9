import { VERSION } from "../lib/version.ts";
import { GUIDES, titleOf } from "./guides.ts";
import { type Html, html, raw } from "./html.ts";
import { ASSETS, htmlPage } from "./html-page.ts";
import { renderMarkdown } from "./markdown.ts";
import { type Document, type Group, groupsOf } from "./reference/document.ts";
import { operationSection } from "./reference/operation.ts";

/** The first page: what holds for the whole API, the guides, and the first group's operations. */
export function homePage(document: Document): string {
  const groups = groupsOf(document);
  const [first] = groups;
  return shell(document, {
    title: "Waypost API",
    path: "/docs",
    body: html`<h1>Waypost API</h1>${renderMarkdown(document.info.description).body}
<p>You can run the samples: each block has a button that copies it. They read the daemon's address from
<code>WAYPOST_URL</code> and <a href="/docs/guides/access">a key</a> from <code>WAYPOST_API_KEY</code>:</p>
<pre><code>export WAYPOST_URL=http://127.0.0.1:8484 WAYPOST_API_KEY=…</code></pre>
<p>For machines: <a href="/openapi.json">openapi.json</a>.</p>
${first && groupBody(document, first)}`,
  });
}

/** The operations of one group. */
export function groupPage(document: Document, group: Group): string {
  return shell(document, {
    title: group.name,
    path: `/docs/api/${group.slug}`,
    body: html`<h1>${group.name}</h1>${groupBody(document, group)}`,
  });
}

/** A guide of the `docs` folder. Links to other guides lead to their pages here. */
export function guidePage(document: Document, name: string, markdown: string): string {
  const { body } = renderMarkdown(markdown, guideAddress);
  return shell(document, {
    title: titleOf(name),
    path: `/docs/guides/${name}`,
    body: html`<article class="guide">${body}</article>`,
  });
}

/** Guides link to each other and to files by paths, those of the README from the folder around theirs. */
function guideAddress(address: string): string {
  if (/^([a-z]+:|#|\/)/i.test(address)) return address;
  return `/docs/guides/${address.replace(/^(\.\.|docs)\//, "").replace(/\.md(?=#|$)/, "")}`;
}

function groupBody(document: Document, { description, operations }: Group): Html {
  return html`<p class="lead">${description}</p>
${operations.map((operation) => operationSection(document, operation))}`;
}

function shell(document: Document, page: { title: string; path: string; body: Html }): string {
  const link = (path: string, text: string) =>
    html`<li><a href="${path}"${path === page.path && raw(' aria-current="page"')}>${text}</a></li>`;
  const groups = groupsOf(document);
  return htmlPage({
    title: page.title === "Waypost API" ? page.title : `${page.title} · Waypost`,
    head: html`<script type="module" src="${ASSETS}/docs.js"></script>\n`,
    body: html`<header><a class="home" href="/docs">Waypost</a> <span>${VERSION}</span>
<div class="search"><input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><ul id="found" hidden></ul></div></header>
<div class="page">
<nav aria-label="Documentation">
<h2>Guides</h2><ul>${Object.keys(GUIDES).map((name) => link(`/docs/guides/${name}`, titleOf(name)))}</ul>
<h2>API</h2><ul>${groups.map((group) => [
      link(`/docs/api/${group.slug}`, group.name),
      page.path === `/docs/api/${group.slug}` && operationLinks(group),
    ])}</ul>
</nav>
<main>${page.body}</main>
</div>`,
  });
}

function operationLinks({ operations }: Group): Html {
  const links = operations.map(
    ({ operationId, summary, path, isWebhook }) =>
      html`<li><a href="#${operationId}">${isWebhook ? path : summary}</a></li>`,
  );
  return html`<ul class="operations">${links}</ul>`;
}
