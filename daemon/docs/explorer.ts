import { html } from "./html.ts";
import { ASSETS } from "./html-page.ts";
import type { Document, Group } from "./reference/document.ts";
import { rootOf } from "./relative.ts";

/** Where requests are tried out: Swagger UI with the operations of one group, as all at once take it seconds to draw. */
export function explorerPage(groups: readonly Group[], chosen: Group): string {
  const options = groups.map(({ slug, name }) =>
    slug === chosen.slug
      ? html`<strong>${name}</strong> `
      : html`<a href="/docs/explorer?group=${slug}">${name}</a> `,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try out ${chosen.name} · Waypost</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ASSETS}/swagger.css">
<link rel="stylesheet" href="${ASSETS}/explorer.css">
</head>
<body>
<header><a href="/docs">Waypost</a> ${options}</header>
<main id="explorer" data-document="/docs/explorer/${chosen.slug}.json"><noscript>This page needs JavaScript. <a href="/docs">The reference</a> does not.</noscript></main>
<script src="${ASSETS}/swagger.js"></script>
<script src="${ASSETS}/explorer.js"></script>
</body>
</html>
`.html;
}

/** The document with the operations of one group alone. */
export function documentOfGroup(document: Document, { name, slug }: Group): object {
  return {
    ...document,
    servers: [{ url: rootOf(`/docs/explorer/${slug}.json`) }],
    tags: document.tags.filter((tag) => tag.name === name),
    paths: only(document.paths, name),
    webhooks: only(document.webhooks, name),
  };
}

function only(paths: Document["paths"], tag: string): Document["paths"] {
  const those = Object.entries(paths).map(
    ([path, methods]) =>
      [
        path,
        Object.fromEntries(Object.entries(methods).filter(([, operation]) => operation.tags.includes(tag))),
      ] as const,
  );
  return Object.fromEntries(those.filter(([, methods]) => Object.keys(methods).length > 0));
}
