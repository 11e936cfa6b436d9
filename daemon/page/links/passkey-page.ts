import { type Html, html } from "../../docs/html.ts";
import type { PairingPasskey } from "../../gateway/pairing.ts";
import { type Around, linkPage } from "./link-page.ts";
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
export function passkeyPage(view: PasskeyView, around: Around, complaint?: string): string {
  const { step, token } = view.passkey;
  const { title, body } = CONTENTS[step](view);
  const shown = html`<div id="passkey" data-step="${step}" data-channel="${view.channelId}" data-token="${token}">
<p id="refused" class="bad" role="alert"${complaint === undefined && html` hidden`}>${complaint}</p>
${body}</div>`;
  return linkPage(title, shown, around, { script, isLive: step !== "wanted" });
}

/** The page of a pairing that has ended, either way. */
export function endedPasskeyPage(around: Around): string {
  return linkPage(
    "Nothing more to do here",
    html`<p>The number was linked, or its pairing has ended. Where you began, you see which; there you can also begin again.</p>`,
    around,
  );
}

type Content = { title: string; body: Html };

const CONTENTS: Record<PairingPasskey["step"], (view: PasskeyView) => Content> = {
  wanted,
  signed: () => ({
    title: "The phone is next",
    body: html`<p role="status">WhatsApp has the signature. Leave WhatsApp open on the phone; a code appears here in a moment.</p>`,
  }),
  confirm: ({ passkey: { code } }) => ({
    title: "Compare this code with the phone's",
    body: html`<p class="code">${code}</p>
<p>If WhatsApp on the phone shows the same code, confirm it there and here. If it shows none, it waits for you alone.</p>
<form method="post">
<input type="hidden" name="code" value="${code}">
<button name="same" value="yes">The codes are the same</button>
<button name="same" value="no" class="other">The phone shows another code</button>
</form>`,
  }),
  confirmed: ({ passkey: { code } }) => ({
    title: "Confirmed here",
    body: html`<p class="code">${code}</p>
<p role="status">If the phone still shows the code, confirm it there, too. Then the number is linked.</p>`,
  }),
};

function wanted({ passkey: { options }, number, url, minutesLeft }: PasskeyView): Content {
  return {
    title: `Use the passkey of ${number ?? "the number"}`,
    body: html`<p>WhatsApp wants the passkey of this number's account before it links a device. Use it within ${minutesLeft} minutes, in a browser on a computer that can use that passkey, in one of these two ways.</p>
<p class="quiet">Continue only if you, or somebody you trust, started linking this number just now: the person who sent you this page gets access to its messages.</p>
<div class="ways">
<section>
<h2>With Waypost's extension</h2>
<p>If it is in this browser, it asks you at web.whatsapp.com, and comes back here.</p>
<p><a class="button" href="${extensionAddress(options, url)}">Go to web.whatsapp.com</a></p>
</section>
<section>
<h2>Without it</h2>
<ol>
<li>Open <a href="https://web.whatsapp.com/" target="_blank" rel="noopener noreferrer">web.whatsapp.com</a> in this browser. Scan nothing there.</li>
<li>Open its console: F12, or ⌥⌘J on a Mac, then Console. Some browsers want <q>allow pasting</q> typed first.</li>
<li>Paste this line and press Enter. The browser asks for the passkey, and comes back here.</li>
</ol>
<label>Line to paste
<textarea id="line" readonly spellcheck="false">${passkeyLine(options, url)}</textarea></label>
<button type="button" id="copy" class="other">Copy the line</button>
<p class="quiet">It has the browser sign for this pairing, and does nothing else.</p>
</section>
</div>`,
  };
}
