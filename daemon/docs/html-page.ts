import { VERSION } from "../lib/version.ts";
import { directionOf, type Language } from "../page/languages/texts.ts";
import { type Html, html } from "./html.ts";

/** Where the stylesheet, the scripts and what else may be cached for ever is. */
export const ASSETS = `/docs/assets/${VERSION}` as const;

type Parts = { title: string; head?: Html; body: Html; language?: Language };

/** A whole page in the documentation's style; `head` is what it needs beside that. */
export function htmlPage({ title, head, body, language = "en" }: Parts): string {
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
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
