import { type Html, html } from "../../docs/html.ts";
import { type Around, linkPage } from "./link-page.ts";
import script from "./pairing.browser.js" with { type: "text" };
import type { PairingView } from "./pairing-view.ts";

/** Views that change by themselves. */
const LIVE: readonly PairingView["view"][] = ["waiting", "qr", "code", "passkey", "scanned"];

/** How a person gets to where WhatsApp takes a code. */
const ON_THE_PHONE = "On the phone, open WhatsApp, then Settings, Linked devices, Link a device";

/** What a page says of a request that was refused, and of a number that was typed. */
export type Complaint = { text: string; typed: string };

/** The page of a pairing link. It works without scripts; with them, it follows what happens. */
export function pairingPage(view: PairingView, around: Around, complaint?: Complaint): string {
  const { title, body } = CONTENTS[view.view](view, complaint);
  return linkPage(title, html`<div id="pairing" data-view="${view.view}">${body}</div>`, around, {
    script: view.view === "connected" ? null : script,
    isLive: LIVE.includes(view.view),
  });
}

/** The page of a link that is good no more. */
export function deadLinkPage(around: Around): string {
  return linkPage(
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
  passkey: ({ passkey }) => ({
    title: "WhatsApp wants a passkey",
    body: html`<p>WhatsApp wants the passkey of this number's account before it links a device. Open the next page on a computer, in a browser that can use that passkey; leave WhatsApp open on the phone.</p>
<p><a class="button" href="${passkey}">Use the passkey</a></p>
<p class="quiet">The page works on any computer: copy its address and send it to yourself. Whoever has it can go on with this pairing, and do nothing else.</p>`,
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
