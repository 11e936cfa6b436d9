import { Elysia } from "elysia";
import { isSameOrigin } from "../../auth/cookie.ts";
import {
  findPasskey,
  type PasskeyDependencies,
  requestPasskey,
  type WaitingPasskey,
} from "../../channels/passkey/waiting-passkey.ts";
import { Problem } from "../../http/problem.ts";
import { baseOf, type SenderReader } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import type { PasskeyRequest } from "../../providers/whatsapp-web/requests/request.ts";
import type { Refused } from "../languages/refusal.ts";
import { linkPageResponse } from "./link-page.ts";
import { endedPasskeyPage, passkeyPage } from "./passkey-page.ts";

export type PasskeyPageDependencies = PasskeyDependencies & {
  senderOf: SenderReader;
  publicUrl: string | undefined;
  outside: { sandbox: boolean };
};

const Token = Type.Object({ token: Type.String({ maxLength: 256 }) });
const Compared = Type.Object({
  same: Type.Optional(Type.String({ maxLength: 8 })),
  code: Type.Optional(Type.String({ maxLength: 16 })),
});
const hidden = { detail: { hide: true } };

/**
 * `/passkey/{token}`: where somebody without an account uses the passkey that WhatsApp wants for a pairing, and compares its
 * code. The token is all that is needed, and there is nothing else to see.
 */
export function passkeyPageRoutes(http: Http, dependencies: PasskeyPageDependencies) {
  const { senderOf, outside } = dependencies;

  function shown(
    request: Request,
    waiting: WaitingPasskey | null,
    base: string,
    complaint?: Refused,
  ): Promise<Response> {
    const isSandbox = outside.sandbox;
    if (waiting === null) return linkPageResponse(request, 404, isSandbox, endedPasskeyPage);
    const { passkey, channel, pairing } = waiting;
    const left = pairing.expiresAt.getTime() - Date.now();
    const view = {
      ...{ passkey, channelId: channel.id, number: channel.phone_number },
      ...{ url: `${base}/passkey/${passkey.token}`, minutesLeft: Math.max(1, Math.floor(left / 60_000)) },
    };
    const status = complaint === undefined ? 200 : 409;
    return linkPageResponse(request, status, isSandbox, (around) => passkeyPage(view, around, complaint));
  }

  return new Elysia()
    .use(http)
    .get(
      "/passkey/:token",
      async ({ params: { token }, request, server }) => {
        const { address } = senderOf(request, server);
        return await shown(
          request,
          await findPasskey(dependencies, token, address),
          baseOf(dependencies, request, server),
        );
      },
      { ...hidden, params: Token },
    )
    .get(
      "/passkey/:token/state",
      async ({ params: { token }, request, server }) => {
        const waiting = await findPasskey(dependencies, token, senderOf(request, server).address);
        if (waiting === null) return Response.json({ step: "ended" }, { status: 404 });
        return { step: waiting.passkey.step };
      },
      { ...hidden, params: Token },
    )
    .post(
      "/passkey/:token",
      async ({ params: { token }, body, request, server, set }) => {
        const { address } = senderOf(request, server);
        const base = baseOf(dependencies, request, server);
        const waiting = isSameOrigin(request) ? await findPasskey(dependencies, token, address) : null;
        if (waiting === null) return await shown(request, null, base);
        try {
          const from = { address, requestId: String(set.headers["x-request-id"] ?? "") };
          await requestPasskey(dependencies, waiting, requestOf(body), from);
          return new Response(null, { status: 303, headers: { location: token } });
        } catch (cause) {
          if (!(cause instanceof Problem) || cause.status >= 500) throw cause;
          return await shown(request, await findPasskey(dependencies, token, address), base, cause);
        }
      },
      { ...hidden, params: Token, takes: "form", body: Compared },
    );
}

function requestOf({ same, code = "" }: { same?: string; code?: string }): PasskeyRequest {
  return same === "no" ? { kind: "passkey", action: "differ" } : { kind: "passkey", action: "confirm", code };
}
