import { type Html, html, raw } from "../../docs/html.ts";
import tokens from "../client/style/tokens.css" with { type: "text" };
import { askedLanguage } from "../languages/asked.ts";
import { directionOf, type Language, type Texts, textsIn } from "../languages/texts.ts";
import style from "./pairing.css" with { type: "text" };

/** What a page has around its content. */
export type Around = { nonce: string; isSandbox: boolean; language: Language; texts: Texts };

/** How often a browser without scripts looks again, in seconds. */
const LOOK_SECONDS = 4;

/** A page for somebody without an account, who has a link and nothing else; `isLive` when it changes by itself. */
export function linkPage(
  title: string,
  body: Html,
  { nonce, isSandbox, language, texts: { LINK } }: Around,
  { script = null, isLive = false }: { script?: string | null; isLive?: boolean } = {},
): string {
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Waypost</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(tokens)}${raw(style)}</style>
${isLive && html`<noscript><meta http-equiv="refresh" content="${LOOK_SECONDS}"></noscript>`}
</head>
<body>
${isSandbox && html`<p class="sandbox">${LINK.sandbox}</p>`}
<main>
<h1>${title}</h1>
${body}
<p id="away" class="bad" role="status" hidden>${LINK.away}</p>
</main>
${script !== null && html`<script nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>
`.html;
}

/** A response with such a page, which `draw` makes in the language of its reader. */
export async function linkPageResponse(
  request: Request,
  status: number,
  isSandbox: boolean,
  draw: (around: Around) => string,
): Promise<Response> {
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString("base64url");
  const language = askedLanguage(request);
  const around = { nonce, isSandbox, language, texts: await textsIn(language) };
  return new Response(draw(around), { status, headers: headersWith(nonce) });
}

/** A text with pieces in place of the names in its braces. */
export function filled(text: string, pieces: Readonly<Record<string, Html | string | number | null>>): Html {
  const parts = text.split(/[{}]/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? (pieces[part] ?? "") : part))}`;
}

function headersWith(nonce: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    // the address is a secret; with no-referrer, browsers say `Origin: null` of our own forms
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
}
