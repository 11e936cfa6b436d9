import { type Html, html, raw } from "../../docs/html.ts";
import tokens from "../client/style/tokens.css" with { type: "text" };
import style from "./pairing.css" with { type: "text" };

/** What a page has around its content. */
export type Around = { nonce: string; isSandbox: boolean };

/** How often a browser without scripts looks again, in seconds. */
const LOOK_SECONDS = 4;

/** A page for somebody without an account, who has a link and nothing else; `isLive` when it changes by itself. */
export function linkPage(
  title: string,
  body: Html,
  { nonce, isSandbox }: Around,
  { script = null, isLive = false }: { script?: string | null; isLive?: boolean } = {},
): string {
  return html`<!doctype html>
<html lang="en">
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
${isSandbox && html`<p class="sandbox">Sandbox: nothing leaves this machine</p>`}
<main>
<h1>${title}</h1>
${body}
<p id="away" class="bad" role="status" hidden>The connection is lost; trying again.</p>
</main>
${script !== null && html`<script nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>
`.html;
}

/** A response with such a page, which `draw` makes. */
export function linkPageResponse(
  status: number,
  isSandbox: boolean,
  draw: (around: Around) => string,
): Response {
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString("base64url");
  return new Response(draw({ nonce, isSandbox }), { status, headers: headersWith(nonce) });
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
