import type { Language } from "../page/languages/texts.ts";
import { type Html, html } from "./html.ts";
import { htmlPage } from "./html-page.ts";
import { withRelativeAddresses } from "./relative.ts";

/** A page of a heading and little else, which needs no script. */
export function formPage(title: string, body: Html, language: Language): string {
  return htmlPage({
    title: `${title} · Waypost`,
    body: html`<header><a class="home" href="/docs">Waypost</a></header>
<main class="ask"><h1>${title}</h1>
${body}
</main>`,
    language,
  });
}

/** `same-origin` and not `no-referrer`: with that, browsers say `Origin: null` of our own forms. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The response to a request for a page that submits forms to its own host at most. */
export function pageResponse(
  request: Request,
  page: string,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  const text = withRelativeAddresses(page, new URL(request.url).pathname);
  return new Response(text, { status, headers: { ...HEADERS, ...headers } });
}
