import { type Html, html } from "../../docs/html.ts";
import type { PairingPasskey } from "../../gateway/pairing.ts";
import { type Refused, refusalIn } from "../languages/refusal.ts";
import type { Texts } from "../languages/texts.ts";
import { type Around, filled, linkPage } from "./link-page.ts";
import script from "./passkey.browser.js" with { type: "text" };
import { extensionAddress, passkeyLine } from "./passkey-line.ts";

/** What the page of a passkey needs to know. */
export type PasskeyView = {
  passkey: PairingPasskey;
  channelId: string;
  /** The channel's number, E.164; null before it has one. */
  number: string | null;
  /** The page's own address, to which a browser comes back with the signature. */
  url: string;
  minutesLeft: number;
};

/** The page on which somebody uses the passkey that WhatsApp wants, and compares the code. */
export function passkeyPage(view: PasskeyView, around: Around, complaint?: Refused): string {
  const { step, token } = view.passkey;
  const words = around.texts.PASSKEY;
  const { title, body } = CONTENTS[step](view, words);
  const shown = html`<div id="passkey" data-step="${step}" data-channel="${view.channelId}" data-token="${token}" data-broken="${words.broken}" data-refused="${words.refused}" data-copied="${words.copied}">
<p id="refused" class="bad" role="alert"${complaint === undefined && html` hidden`}>${complaint && refusalIn(around, complaint)}</p>
${body}</div>`;
  return linkPage(title, shown, around, { script, isLive: step !== "wanted" });
}

/** The page of a pairing that has ended, either way. */
export function endedPasskeyPage(around: Around): string {
  const words = around.texts.PASSKEY;
  return linkPage(words.endedTitle, html`<p>${words.ended}</p>`, around);
}

type Words = Texts["PASSKEY"];
type Content = { title: string; body: Html };

const CONTENTS: Record<PairingPasskey["step"], (view: PasskeyView, words: Words) => Content> = {
  wanted,
  signed: (_, words) => ({ title: words.signedTitle, body: html`<p role="status">${words.signed}</p>` }),
  confirm: ({ passkey: { code } }, words) => ({
    title: words.confirmTitle,
    body: html`<p class="code">${code}</p>
<p>${words.confirm}</p>
<form method="post">
<input type="hidden" name="code" value="${code}">
<button name="same" value="yes">${words.same}</button>
<button name="same" value="no" class="other">${words.differs}</button>
</form>`,
  }),
  confirmed: ({ passkey: { code } }, words) => ({
    title: words.confirmedTitle,
    body: html`<p class="code">${code}</p>
<p role="status">${words.confirmed}</p>`,
  }),
};

const SITE = html`<a href="https://web.whatsapp.com/" target="_blank" rel="noopener noreferrer">web.whatsapp.com</a>`;

function wanted({ passkey: { options }, number, url, minutesLeft }: PasskeyView, words: Words): Content {
  return {
    title: words.wantedTitle.replace("{number}", number ?? words.theNumber),
    body: html`<p>${filled(words.wanted, { minutes: minutesLeft })}</p>
<p class="quiet">${words.trust}</p>
<div class="ways">
<section>
<h2>${words.extension}</h2>
<p>${words.extensionText}</p>
<p><a class="button" href="${extensionAddress(options, url)}">${words.go}</a></p>
</section>
<section>
<h2>${words.without}</h2>
<ol>
<li>${filled(words.open, { site: SITE })}</li>
<li>${words.console}</li>
<li>${words.paste}</li>
</ol>
<label>${words.line}
<textarea id="line" dir="ltr" readonly spellcheck="false">${passkeyLine(options, url)}</textarea></label>
<button type="button" id="copy" class="other">${words.copy}</button>
<p class="quiet">${words.lineText}</p>
</section>
</div>`,
  };
}
