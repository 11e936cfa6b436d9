import { type Html, html, raw } from "../../docs/html.ts";
import tokens from "../client/style/tokens.css" with { type: "text" };
import script from "./pairing.browser.js" with { type: "text" };
import style from "./pairing.css" with { type: "text" };
import type { PairingView } from "./pairing-view.ts";

type Around = { nonce: string; isSandbox: boolean };

/** How a person gets to where WhatsApp takes a code. */
const ON_THE_PHONE = "On the phone, open WhatsApp, then Settings, Linked devices, Link a device";

/** What a page says of a request that was refused, and of a number that was typed. */
export type Complaint = { text: string; typed: string };

/** The page of a pairing link. It works without scripts; with them, it follows what happens. */
export function pairingPage(view: PairingView, around: Around, complaint?: Complaint): string {
  const { title, body } = CONTENTS[view.view](view, complaint);
  return shell(title, html`<div id="pairing" data-view="${view.view}">${body}</div>`, around, view);
}

/** The page of a link that is good no more. */
export function deadLinkPage(around: Around): string {
  return shell(
    "This link can't be used",
    html`<p>It was used, was revoked, has expired or never existed. Ask for a new one.</p>`,
    around,
  );
}

type Content = { title: string; body: Html };

const CONTENTS: Record<PairingView["view"], (view: PairingView, complaint?: Complaint) => Content> = {
  ready,
  waiting: () => ({ title: "One moment", body: html`<p role="status">Asking WhatsApp for a code.</p>` }),
  qr: ({ qr, seconds }) => ({
    title: "Scan this with the phone",
    body: html`<p>${ON_THE_PHONE}, and point it here.</p>
${qr && html`<svg id="qr" viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="QR code to scan"><path d="${qr.path}"/></svg>`}
<p class="quiet">A new one in <span id="seconds">${seconds}</span> s.</p>
${other("code", "Type a code instead")}`,
  }),
  code: ({ code, number }) => ({
    title: "Type this code on the phone",
    body: html`<p class="code">${code?.replace(/^(.{4})(.{4})$/, "$1-$2")}</p>
<p>${ON_THE_PHONE}, Link with phone number instead, and type it${number && html` on ${number}`}. WhatsApp may also show a message that leads there.</p>
${other("qr", "Scan a QR code instead")}`,
  }),
  scanned: () => ({
    title: "Scanned",
    body: html`<p role="status">The phone has linked this number. Connecting it; leave the phone on and online.</p>`,
  }),
  connected: ({ number }) => ({
    title: "Connected",
    body: html`<p role="status">${number ?? "The number"} is connected. You can close this page.</p>
<p class="quiet">WhatsApp on the phone lists it under Linked devices, where you can remove it at any time.</p>`,
  }),
};

function ready({ number, reason }: PairingView, complaint?: Complaint): Content {
  const refused = complaint?.text ?? (reason === null ? undefined : `Not connected: ${reason}.`);
  return {
    title: number === null ? "Link a WhatsApp number" : `Link ${number}`,
    body: html`<p>WhatsApp keeps working on the phone as before.</p>
${refused !== undefined && html`<p class="bad" role="alert">${refused}</p>`}
<div class="ways">
<form method="post" class="by-code">
<h2>With a code</h2>
<p>Without a second screen: a code to type on the phone itself.</p>
<label>Phone number, with its country code
<input name="phone_number" type="tel" autocomplete="tel" maxlength="40" required value="${complaint?.typed ?? number}" placeholder="+49 1555 0100"></label>
<button name="method" value="pairing_code">Get a code</button>
</form>
<form method="post" class="by-qr">
<h2>With a QR code</h2>
<p>For another phone, whose camera can see this screen.</p>
<button name="method" value="qr">Show the QR code</button>
</form>
</div>`,
  };
}

/** A link back to where the ways begin. */
function other(way: "code" | "qr", text: string): Html {
  return html`<p><a href="?choose=${way}">${text}</a></p>`;
}

/** How often a browser without scripts looks again, in seconds. */
const LOOK_SECONDS = 4;
/** Views that change by themselves. */
const LIVE: readonly (string | undefined)[] = ["waiting", "qr", "code", "scanned"];

function shell(title: string, body: Html, { nonce, isSandbox }: Around, view?: PairingView): string {
  const isLive = LIVE.includes(view?.view);
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
${view !== undefined && view.view !== "connected" && html`<script nonce="${nonce}">${raw(script)}</script>`}
</body>
</html>
`.html;
}
