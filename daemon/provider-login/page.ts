import { formPage, pageResponse } from "../docs/form-page.ts";
import { html } from "../docs/html.ts";
import { askedLanguage } from "../page/languages/asked.ts";
import { textsIn } from "../page/languages/texts.ts";
import type { Refusal } from "./refusal.ts";

/** The page that says why a login by a provider was refused, and how to go on. It needs no script. */
export async function refusalPage(request: Request, { reason, detail }: Refusal): Promise<Response> {
  const language = askedLanguage(request);
  const { LINK, PROVIDER } = await textsIn(language);
  const body = html`<p role="alert">${PROVIDER.refused[reason]}</p>
${detail !== null && html`<p><code>${detail}</code></p>`}
<p><a href="/login">${PROVIDER.again}</a></p>`;
  return pageResponse(request, formPage(LINK.notLoggedIn, body, language), STATUS[reason] ?? 403);
}

const STATUS: Partial<Record<Refusal["reason"], number>> = {
  absent: 404,
  begun_elsewhere: 400,
  unreachable: 502,
};
