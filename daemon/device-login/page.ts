import type { DeviceLogin } from "../../db/auth/device-logins.ts";
import { formPage } from "../docs/form-page.ts";
import { type Html, html } from "../docs/html.ts";

/** Asks for the code. */
export function codePage(code: string, complaint?: string): string {
  return formPage(
    "Log in by a code",
    html`${alert(complaint)}<p>Enter the code that your terminal or program shows.</p>
<form method="post" action="/device">
<label>Code <input class="code" name="user_code" value="${code}" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="16" placeholder="XXXX-XXXX"></label>
<button>Continue</button>
</form>`,
  );
}

/** Shows who asks for what, and asks whether they may have it. */
export function approvalPage(code: string, login: DeviceLogin, complaint?: string): string {
  return formPage(
    "Allow this terminal?",
    html`${alert(complaint)}<p>It gets an API key of its own. Allow it only if you started this yourself just now, and the
code, the machine and the address are the ones you expect. If somebody sent you this code, refuse.</p>
<table>
<tr><th>Code</th><td class="code">${code}</td></tr>
<tr><th>Machine</th><td>${login.host}</td></tr>
<tr><th>Program</th><td>${login.program}</td></tr>
<tr><th>Address</th><td>${login.address ?? "unknown"}</td></tr>
<tr><th>May</th><td>${login.permissions?.join(", ") ?? "do everything that you may"}</td></tr>
</table>
<form method="post" action="/device/answer">
<input type="hidden" name="user_code" value="${code}">
<fieldset><legend>Prove who you are</legend>
<label>Email address <input type="email" name="email" autocomplete="username"></label>
<label>Password <input type="password" name="password" autocomplete="current-password"></label>
<p>or</p>
<label>An API key that may create keys <input type="password" name="key" autocomplete="off" placeholder="wp_…"></label>
</fieldset>
<button name="answer" value="approve">Allow</button>
<button name="answer" value="refuse" class="plain" formnovalidate>Refuse</button>
</form>`,
  );
}

/** Says how it ended. */
export function endPage(title: string, text: string): string {
  return formPage(title, html`<p>${text}</p>`);
}

function alert(complaint: string | undefined): Html | false {
  return complaint !== undefined && html`<p class="alert" role="alert">${complaint}</p>`;
}
