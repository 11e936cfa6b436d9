import { VERSION } from "../lib/version.ts";
import { type Html, html } from "./html.ts";

/** Where the stylesheet, the scripts and what else may be cached for ever is. */
export const ASSETS = `/docs/assets/${VERSION}` as const;

/** A whole page in the documentation's style; `head` is what it needs beside that. */
export function htmlPage({ title, head, body }: { title: string; head?: Html; body: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ASSETS}/docs.css">
${head}</head>
<body>
${body}
</body>
</html>
`.html;
}
