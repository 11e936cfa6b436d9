import type { ControlHandler, ControlRequest, ControlRoutes } from "../link.ts";
import { deleteBans, getBans, putBans } from "./bans.ts";
import type { ControlledSandbox } from "./control.ts";
import { getPasskey, postAnswer, postPasskey, postSign } from "./passkey-routes.ts";
import { deleteDevice, getPhones, postCode, postRestriction, postScan } from "./phones.ts";
import { deleteFaults, getConnection, getFaults, getReceived, postFault, postRestart } from "./server.ts";
import { getVersion, postVersion } from "./version.ts";

/** A route's work: what it needs of the sandbox is handed in. */
type Handler = (sandbox: ControlledSandbox, request: ControlRequest) => Response | Promise<Response>;

const ROUTES: Record<string, Record<string, Handler>> = {
  "/sandbox/web": { GET: getConnection },
  "/sandbox/phones": { GET: getPhones },
  "/sandbox/phones/{number}/scan": { POST: postScan },
  "/sandbox/phones/{number}/code": { POST: postCode },
  "/sandbox/phones/{number}/passkey": { GET: getPasskey, POST: postPasskey },
  "/sandbox/phones/{number}/passkey/sign": { POST: postSign },
  "/sandbox/phones/{number}/passkey/answer": { POST: postAnswer },
  "/sandbox/phones/{number}/devices/{device}": { DELETE: deleteDevice },
  "/sandbox/phones/{number}/restriction": { POST: postRestriction },
  "/sandbox/bans": { GET: getBans, PUT: putBans, DELETE: deleteBans },
  "/sandbox/version": { GET: getVersion, POST: postVersion },
  "/sandbox/faults": { GET: getFaults, POST: postFault, DELETE: deleteFaults },
  "/sandbox/received": { GET: getReceived },
  "/sandbox/restart": { POST: postRestart },
};

/** The control routes of the WhatsApp Web sandbox; those of its people come beside them. */
export function whatsappWebRoutes(sandbox: ControlledSandbox): ControlRoutes {
  const routes: ControlRoutes = {};
  for (const [path, methods] of Object.entries(ROUTES)) {
    const handlers = Object.entries(methods).map(([method, handler]): [string, ControlHandler] => [
      method,
      (request) => handler(sandbox, request),
    ]);
    routes[path] = Object.fromEntries(handlers);
  }
  return routes;
}
