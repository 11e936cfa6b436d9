import { Elysia } from "elysia";
import { findChannel } from "../../../db/channels/channels.ts";
import { beginByPairingLink, type PairingLinkRow } from "../../../db/channels/pairing-links.ts";
import { audit } from "../../auth/audit.ts";
import { isSameOrigin } from "../../auth/cookie.ts";
import { type PairingRequest, standingOf, wantConnection } from "../../channels/session.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { digitsAt } from "../../http/digits-at.ts";
import { Problem, problem, problemBody } from "../../http/problem.ts";
import type { SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { LibraryMissingError } from "../../providers/whatsapp-web/library/library.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { linkPageResponse } from "./link-page.ts";
import { linkOf, OVER, type TokenDependencies } from "./pairing-link.ts";
import { type Complaint, deadLinkPage, pairingPage } from "./pairing-page.ts";
import { type PairingView, pairingState, viewOf } from "./pairing-view.ts";

export type PairingPageDependencies = TokenDependencies & {
  secrets: Secrets;
  senderOf: SenderReader;
  gateway: Pick<Gateway, "prepare">;
  outside: { sandbox: boolean };
};

/** How often a pairing may be begun through one link: WhatsApp slows a number down that asks for many codes. */
const MOST_TRIES = 20;
const Token = Type.Object({ token: Type.String({ maxLength: 128 }) });
const Choice = Type.Object({ choose: Type.Optional(Type.String({ maxLength: 16 })) });
const Begin = Type.Object({
  method: Type.Optional(Type.String({ maxLength: 16 })),
  phone_number: Type.Optional(Type.String({ maxLength: 250 })),
});
/** Of links that were used, were revoked or have expired, and of those that never were. */
const [GONE, NONE] = [410, 404] as const;
const hidden = { detail: { hide: true } };

/**
 * `/pair/{token}`: where somebody without an account pairs one channel's number. The token is all that is needed, and
 * there is nothing else to see: no cookie is read or set.
 */
export function pairingPageRoutes(http: Http, dependencies: PairingPageDependencies) {
  const { senderOf, gateway, outside } = dependencies;

  function shown(
    request: Request,
    status: number,
    view: PairingView | null,
    complaint?: Complaint,
  ): Promise<Response> {
    return linkPageResponse(request, status, outside.sandbox, (around) =>
      view === null ? deadLinkPage(around) : pairingPage(view, around, complaint),
    );
  }

  return new Elysia()
    .use(http)
    .get(
      "/pair/:token",
      async ({ params, query, request, server }) => {
        const view = await lookUp(dependencies, params.token, senderOf(request, server).address);
        const wantsJson = /\bapplication\/json\b/.test(request.headers.get("accept") ?? "");
        if (wantsJson) return stateResponse(view);
        if (typeof view === "number") return await shown(request, view, null);
        const isChoosing = query.choose !== undefined && ["waiting", "qr", "code"].includes(view.view);
        return await shown(request, 200, isChoosing ? { ...view, view: "ready" } : view);
      },
      { ...hidden, params: Token, query: Choice },
    )
    .get(
      "/pair/:token/state",
      async ({ params, request, server }) => {
        const view = await lookUp(dependencies, params.token, senderOf(request, server).address);
        return typeof view === "number" ? Response.json({ view: "gone" }, { status: view }) : view;
      },
      { ...hidden, params: Token },
    )
    .post(
      "/pair/:token",
      async ({ params, body, request, server, set }) => {
        if (!isSameOrigin(request)) return await shown(request, 403, null);
        const { address } = senderOf(request, server);
        const link = await linkOf(dependencies, params.token, address);
        if (link === null) return await shown(request, NONE, null);
        if (link === OVER || link.used_at !== null) return await shown(request, GONE, null);
        try {
          await gateway.prepare();
          await begin(dependencies, link, pairingRequestOf(body), {
            address,
            requestId: String(set.headers["x-request-id"] ?? ""),
          });
          // back to the page, which a reload then asks for, and not for this again
          return new Response(null, { status: 303, headers: { location: params.token } });
        } catch (cause) {
          const complaint = complaintOf(cause, body.phone_number ?? "");
          const view = await lookUp(dependencies, params.token, address);
          if (typeof view === "number") return await shown(request, view, null);
          return await shown(request, complaint.status, { ...view, view: "ready" }, complaint);
        }
      },
      { ...hidden, params: Token, takes: "form", body: Begin },
    );
}

/** What a link shows, or the status of one that is over or never was. */
async function lookUp(
  dependencies: PairingPageDependencies,
  token: string,
  address: string | null,
): Promise<PairingView | typeof GONE | typeof NONE> {
  const link = await linkOf(dependencies, token, address);
  if (link === null) return NONE;
  if (link === OVER) return GONE;
  const { organization_id, channel_id: id } = link;
  // the channel may have been deleted in the meantime
  if ((await findChannel(dependencies.sql, organization_id, id)) === null) return GONE;
  const view = viewOf(link, await standingOf(dependencies, { organization_id, id }));
  return link.used_at !== null && view.view !== "connected" ? GONE : view;
}

/** What a program is shown that asks for JSON. Nothing is thrown: refused requests are logged, with their paths. */
function stateResponse(view: Awaited<ReturnType<typeof lookUp>>): Response {
  const headers = { "cache-control": "no-store", vary: "accept" };
  if (typeof view !== "number") return Response.json(pairingState(view), { headers });
  const failure =
    view === GONE
      ? problem(view, "link_ended", "the link was used, was revoked or has expired; ask for a new one")
      : problem(view, "not_found", "there is no such link");
  const contentType = { "content-type": "application/problem+json" };
  return Response.json(problemBody(failure), { status: view, headers: { ...headers, ...contentType } });
}

/** Begins a pairing in the name of the link. Throws 409 when the number is connected, 429 after too many tries. */
async function begin(
  { sql, secrets }: PairingPageDependencies,
  link: PairingLinkRow,
  pairing: PairingRequest,
  from: { address: string | null; requestId: string },
): Promise<void> {
  await sql.begin(async (transaction) => {
    const channel = await findChannel(transaction, link.organization_id, link.channel_id);
    if (channel === null || ["connected", "degraded"].includes(channel.status))
      throw problem(409, "already_connected", "the number is connected; there is nothing to do");
    if (!(await beginByPairingLink(transaction, link, MOST_TRIES)))
      throw problem(429, "too_many_tries", "this link was tried too often; ask for a new one");
    const who = {
      organizationId: link.organization_id,
      actor: { type: "link", id: link.id },
      ...from,
    } as const;
    await audit(transaction, who, {
      action: "channel.connected",
      target: { type: "channel", id: channel.id },
      changes: { method: pairing.method, replace_number: false },
    });
    await wantConnection({ sql: transaction, secrets }, channel, pairing);
  });
}

function pairingRequestOf({
  method,
  phone_number = "",
}: {
  method?: string;
  phone_number?: string;
}): PairingRequest {
  if (method === "qr") return { method, phone_number: null, replaces_number: false, replacement: null };
  const digits = digitsAt("/phone_number", phone_number);
  return { method: "pairing_code", phone_number: digits, replaces_number: false, replacement: null };
}

/** What went wrong, for the person who tries; throws what is none of their doing. */
function complaintOf(cause: unknown, typed: string): Complaint & { status: number } {
  if (cause instanceof LibraryMissingError)
    return { status: 503, code: "library_missing", detail: "pairing is not possible on this machine", typed };
  if (!(cause instanceof Problem) || cause.status >= 500) throw cause;
  const { status, code, detail } = cause;
  const [, ofNumber] = detail.split("/phone_number: ");
  if (ofNumber !== undefined) return { status, code: "invalid_phone_number", detail: ofNumber, typed };
  return { status, code, detail, typed };
}
