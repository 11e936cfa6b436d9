import { type Html, html } from "../../docs/html.ts";
import { translated } from "../languages/reasons.ts";
import { type Refused, refusalIn } from "../languages/refusal.ts";
import { type Around, filled, linkPage } from "./link-page.ts";
import script from "./pairing.browser.js" with { type: "text" };
import type { PairingView } from "./pairing-view.ts";

/** Views that change by themselves. */
const LIVE: readonly PairingView["view"][] = ["waiting", "qr", "code", "passkey", "scanned"];

/** What a page says of a request that was refused, and of a number that was typed. */
export type Complaint = Refused & { typed: string };

/** The page of a pairing link. It works without scripts; with them, it follows what happens. */
export function pairingPage(view: PairingView, around: Around, complaint?: Complaint): string {
  const { title, body } = CONTENTS[view.view](view, around, complaint);
  return linkPage(title, html`<div id="pairing" data-view="${view.view}">${body}</div>`, around, {
    script: view.view === "connected" ? null : script,
    isLive: LIVE.includes(view.view),
  });
}

/** The page of a link that is good no more. */
export function deadLinkPage(around: Around): string {
  return linkPage(around.texts.LINK.deadTitle, html`<p>${around.texts.LINK.dead}</p>`, around);
}

type Content = { title: string; body: Html };
type Draw = (view: PairingView, around: Around, complaint?: Complaint) => Content;

const CONTENTS: Record<PairingView["view"], Draw> = {
  ready,
  waiting: (_, { texts: { PAIRING: words } }) => ({
    title: words.waitingTitle,
    body: html`<p role="status">${words.waiting}</p>`,
  }),
  qr: ({ qr, seconds }, { texts: { PAIRING: words } }) => ({
    title: words.qrTitle,
    body: html`<p>${words.qr}</p>
${qr && html`<svg id="qr" viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="${words.qrLabel}"><path d="${qr.path}"/></svg>`}
<p class="quiet">${filled(words.newQr, { seconds: html`<span id="seconds">${seconds}</span>` })}</p>
${other("code", words.codeInstead)}`,
  }),
  code: ({ code, number }, { texts: { PAIRING: words } }) => ({
    title: words.codeTitle,
    body: html`<p class="code">${code?.replace(/^(.{4})(.{4})$/, "$1-$2")}</p>
${number && html`<p><bdi dir="ltr">${number}</bdi></p>`}
<p>${words.code}</p>
${other("qr", words.qrInstead)}`,
  }),
  passkey: ({ passkey }, { texts: { PAIRING: words } }) => ({
    title: words.passkeyTitle,
    body: html`<p>${words.passkey}</p>
<p><a class="button" href="${passkey}">${words.usePasskey}</a></p>
<p class="quiet">${words.passkeyElsewhere}</p>`,
  }),
  scanned: (_, { texts: { PAIRING: words } }) => ({
    title: words.scannedTitle,
    body: html`<p role="status">${words.scanned}</p>`,
  }),
  connected: ({ number }, { texts: { PAIRING: words } }) => ({
    title: words.connectedTitle,
    body: html`<p role="status">${filled(words.connected, { number: number === null ? words.connectedNumber : phone(number) })}</p>
<p class="quiet">${words.connectedText}</p>`,
  }),
};

function ready({ number, reason }: PairingView, around: Around, complaint?: Complaint): Content {
  const words = around.texts.PAIRING;
  const failed =
    reason === null
      ? undefined
      : words.notConnected.replace("{reason}", translated(reason, around.texts.REASONS));
  const refused = complaint === undefined ? failed : refusalIn(around, complaint);
  return {
    title: number === null ? words.readyTitle : words.readyTitleOf.replace("{number}", number),
    body: html`<p>${words.ready}</p>
${refused !== undefined && html`<p class="bad" role="alert">${refused}</p>`}
<div class="ways">
<form method="post" class="by-code">
<h2>${words.withCode}</h2>
<p>${words.withCodeText}</p>
<label>${words.number}
<input name="phone_number" type="tel" dir="ltr" autocomplete="tel" maxlength="40" required value="${complaint?.typed ?? number}" placeholder="+49 1555 0100"></label>
<button name="method" value="pairing_code">${words.getCode}</button>
</form>
<form method="post" class="by-qr">
<h2>${words.withQr}</h2>
<p>${words.withQrText}</p>
<button name="method" value="qr">${words.showQr}</button>
</form>
</div>`,
  };
}

/** A number is read from left to right in every language. */
function phone(number: string): Html {
  return html`<bdi dir="ltr">${number}</bdi>`;
}

/** A link back to where the ways begin. */
function other(way: "code" | "qr", text: string): Html {
  return html`<p><a href="?choose=${way}">${text}</a></p>`;
}
