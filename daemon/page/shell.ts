import { html, raw } from "../docs/html.ts";
import type { Bundle } from "./bundle.ts";
import { directionOf, type Language } from "./languages/texts.ts";

/** Where the files of the page are served. */
export const FILES = "/page";

/** What the document says before its program runs. */
export type Shell = {
  bundle: Bundle;
  nonce: string;
  isSandbox: boolean;
  /** Where somebody signs up with Meta; undefined where that is not set up. */
  signup: string | undefined;
  language: Language;
  /** What it says without JavaScript. */
  needsScript: string;
  /** Whether it shows the first view, which has its texts with it. */
  isFirst: boolean;
  /** Where the same can be done without JavaScript, relative to the document; undefined where it can't. */
  plain?: string | undefined;
};

/** The page's only document. Its addresses begin with `/`, to be made relative to where it is served. */
export function shellPage({
  bundle,
  nonce,
  isSandbox,
  signup,
  language,
  needsScript,
  isFirst,
  plain,
}: Shell): string {
  const { first, more } = bundle.languages[language] ?? {};
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${isSandbox && raw(" data-sandbox")}${signup !== undefined && html` data-signup="${signup}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f6f5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17191c">
<meta property="csp-nonce" nonce="${nonce}">
<title>Waypost</title>
${plain !== undefined && html`<noscript><meta http-equiv="refresh" content="0; url=${plain}"></noscript>`}
<link rel="icon" href="data:image/svg+xml,${ICON}">
<link rel="apple-touch-icon" href="${FILES}/${bundle.icon}">
<link rel="manifest" href="${FILES}/${bundle.manifest}">
<link rel="stylesheet" href="${FILES}/${bundle.style}" nonce="${nonce}">
${[bundle.start, first, ...(isFirst ? [] : [more])].map(
  (file) => html`<link rel="modulepreload" href="${FILES}/${file}" nonce="${nonce}">
`,
)}<script type="module" src="${FILES}/${bundle.script}" nonce="${nonce}"></script>
</head>
<body>
<div id="page"></div>
<noscript>${needsScript} <a href="/docs">API</a></noscript>
</body>
</html>
`.html;
}

/** A signpost. */
const ICON = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2c63d6" d="M7 1h2v2h4l2 2-2 2H9v8H7V7H2V3h5z"/></svg>',
);

/** The headers of the document: it may load and ask its own daemon, and nothing else. */
export function shellHeaders(nonce: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    // the nonce is good for one response
    "cache-control": "no-store",
    "content-security-policy": policy(nonce),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    vary: "Accept, Accept-Language, Cookie",
  };
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // the address of the worker that shows notifications
    "trusted-types push-worker",
  ].join("; ");
}
