import type { DeviceLogin } from "../../db/auth/device-logins.ts";
import { formPage } from "../docs/form-page.ts";
import { type Html, html } from "../docs/html.ts";
import type { Language, Texts } from "../page/languages/texts.ts";

/** Who reads a page. */
export type Reader = { language: Language; texts: Texts };

/** Asks for the code. */
export function codePage({ language, texts: { DEVICE } }: Reader, code: string, complaint?: string): string {
  return formPage(
    DEVICE.title,
    html`${alert(complaint)}<p>${DEVICE.enter}</p>
<form method="post" action="/device">
<label>${DEVICE.code} <input class="code" name="user_code" value="${code}" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="16" placeholder="XXXX-XXXX"></label>
<button>${DEVICE.continue}</button>
</form>`,
    language,
  );
}

/** Shows who asks for what, and asks whether they may have it. */
export function approvalPage(
  { language, texts: { DEVICE, WORDS } }: Reader,
  code: string,
  login: DeviceLogin,
  complaint?: string,
): string {
  return formPage(
    DEVICE.question,
    html`${alert(complaint)}<p>${DEVICE.warning}</p>
<table>
<tr><th>${DEVICE.code}</th><td class="code">${code}</td></tr>
<tr><th>${DEVICE.machine}</th><td>${login.host}</td></tr>
<tr><th>${DEVICE.program}</th><td>${login.program}</td></tr>
<tr><th>${DEVICE.address}</th><td>${login.address ?? DEVICE.unknown}</td></tr>
<tr><th>${DEVICE.may}</th><td>${login.permissions?.join(", ") ?? DEVICE.all}</td></tr>
</table>
<form method="post" action="/device/answer">
<input type="hidden" name="user_code" value="${code}">
<fieldset><legend>${DEVICE.prove}</legend>
<label>${WORDS.email} <input type="email" name="email" autocomplete="username"></label>
<label>${WORDS.password} <input type="password" name="password" autocomplete="current-password"></label>
<label>${DEVICE.secondCode} <input name="code" autocomplete="one-time-code" maxlength="64"></label>
<p>${DEVICE.or}</p>
<label>${DEVICE.byKey} <input type="password" name="key" autocomplete="off" placeholder="wp_…"></label>
</fieldset>
<button name="answer" value="approve">${DEVICE.allow}</button>
<button name="answer" value="refuse" class="plain" formnovalidate>${DEVICE.refuse}</button>
</form>`,
    language,
  );
}

/** Says how it ended. */
export function endPage({ language }: Reader, title: string, text: string): string {
  return formPage(title, html`<p>${text}</p>`, language);
}

function alert(complaint: string | undefined): Html | false {
  return complaint !== undefined && html`<p class="alert" role="alert">${complaint}</p>`;
}
