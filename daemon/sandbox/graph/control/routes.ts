import type { World } from "../world.ts";
import { postAgent, postAgentThread } from "./agent.ts";
import { postMarketing, postPortfolio, postThroughput } from "./allowances.ts";
import { getInvoice, postAccount, postClock, putRates } from "./billing.ts";
import { jsonBody } from "./body.ts";
import { getGroups, postGroup } from "./groups.ts";
import { postInbound } from "./inbound.ts";
import { getCounts, getMessages, getRecipients, getWebhooks } from "./lists.ts";
import { postCode, postLimits, postPhoneNumber } from "./onboarding.ts";
import { type ControlHandler, controlRefusal } from "./responses.ts";
import { postReset, postTemplate, postUserIds, postWebhook, postWebhookFields } from "./settings.ts";
import { postTemplateStatus } from "./templates.ts";

const ROUTES: Record<string, Record<string, ControlHandler>> = {
  "/sandbox/messages": { GET: getMessages },
  "/sandbox/counts": { GET: getCounts },
  "/sandbox/webhooks": { GET: getWebhooks },
  "/sandbox/recipients": { GET: getRecipients },
  "/sandbox/groups": { GET: getGroups, POST: postGroup },
  "/sandbox/inbound": { POST: postInbound },
  "/sandbox/webhook": { POST: postWebhook },
  "/sandbox/webhook_fields": { POST: postWebhookFields },
  "/sandbox/templates": { POST: postTemplate },
  "/sandbox/templates/status": { POST: postTemplateStatus },
  "/sandbox/codes": { POST: postCode },
  "/sandbox/phone_numbers": { POST: postPhoneNumber },
  "/sandbox/limits": { POST: postLimits },
  "/sandbox/marketing_messages": { POST: postMarketing },
  "/sandbox/portfolio": { POST: postPortfolio },
  "/sandbox/throughput": { POST: postThroughput },
  "/sandbox/accounts": { POST: postAccount },
  "/sandbox/rates": { PUT: putRates },
  "/sandbox/clock": { POST: postClock },
  "/sandbox/invoice": { GET: getInvoice },
  "/sandbox/user_ids": { POST: postUserIds },
  "/sandbox/agent": { POST: postAgent },
  "/sandbox/agent/threads": { POST: postAgentThread },
  "/sandbox/reset": { POST: postReset },
};

/** The sandbox's own API, for people and tests; the Graph API has nothing like it. */
export async function handleControl(request: Request, url: URL, world: World): Promise<Response> {
  const methods = ROUTES[url.pathname];
  if (methods === undefined) {
    return controlRefusal(404, `there is no ${url.pathname}; there are ${Object.keys(ROUTES).join(", ")}`);
  }
  const handler = methods[request.method];
  if (handler === undefined) return controlRefusal(405, `use ${Object.keys(methods).join(" or ")}`);
  if (request.method === "GET") return handler({ world, url, body: undefined });
  const body = await jsonBody(request);
  return body === undefined
    ? controlRefusal(400, "the body must be JSON, sent as application/json")
    : handler({ world, url, body });
}
