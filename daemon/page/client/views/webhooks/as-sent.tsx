import type { ResponseOf } from "../../api/call.ts";
import { Code } from "../../parts/code.tsx";
import common from "../../style/common.module.css";
import { WEBHOOKS } from "../../view-words.ts";
import { curlOf, type Posted } from "./curl.ts";
import style from "./webhooks.module.css";

type Delivery = ResponseOf<"GET /v1/settings/developer/webhooks/deliveries/{id}">;

/** What a delivery posts, byte by byte, and how to post it by hand. */
export function AsSent({ request }: Pick<Delivery, "request">) {
  return (
    <section className={common.block} aria-labelledby="as-sent">
      <h3 id="as-sent">{WEBHOOKS.sent}</h3>
      {request === null ? <p>{WEBHOOKS.gone}</p> : <Request request={request} />}
    </section>
  );
}

function Request({ request }: { request: Posted }) {
  return (
    <>
      <Code label={WEBHOOKS.requestHeaders}>{headersOf(request)}</Code>
      <Code label={WEBHOOKS.requestBody}>{request.body}</Code>
      {isSignedByUs(request) ? (
        <>
          <p className={style.hint}>{WEBHOOKS.signatures}</p>
          <details className={common.block}>
            <summary>{WEBHOOKS.byCurl}</summary>
            <p className={style.hint}>{WEBHOOKS.byCurlText}</p>
            <Code label={WEBHOOKS.byCurl}>{curlOf(request)}</Code>
          </details>
        </>
      ) : (
        <p className={style.hint}>{WEBHOOKS.signedAsForm}</p>
      )}
    </>
  );
}

/** Some forms of events have signatures of their own. */
function isSignedByUs({ headers }: Posted): boolean {
  return headers["webhook-id"] !== undefined;
}

function headersOf({ url, headers }: Posted): string {
  return [`POST ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n");
}
