import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call, type ResponseOf } from "../../api/call.ts";
import { useAsk } from "../../api/queries.ts";
import { BASE, ROOT } from "../../api/root.ts";

type Push = ResponseOf<"GET /v1/auth/push">;
export type Wants = NonNullable<Push["subscription"]>["wants"];

const QUERY = ["GET /v1/auth/push", {}] as const;
const WORKER = "push-worker.js";

/** What a browser that has just subscribed wants, besides whose messages. */
export const FIRST_WANTS: Omit<Wants, "messages" | "quiet_channels"> = {
  ...{ numbers: true, budgets: false, quiet_hours: null, hides_texts: false },
};

/** Whether this browser can be notified with no tab open. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window;
}

/** Whether this browser is notified by the daemon itself, so that its tabs say nothing. */
export function useIsPushed(): boolean {
  const isAllowed = canPush() && "Notification" in window && Notification.permission === "granted";
  const { data } = useAsk("GET /v1/auth/push", {}, { enabled: isAllowed });
  return data !== undefined && data.subscription !== null;
}

/** The subscription of this login, and how to set and end it; both reject with what went wrong. */
export function usePush() {
  const client = useQueryClient();
  const { data } = useAsk("GET /v1/auth/push", {}, { enabled: canPush() });
  /** What is chosen is stored one after another: the last one counts. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const know = (push: Push) => client.setQueryData(QUERY, push);
  async function store(wants: Wants): Promise<void> {
    const { public_key } = data ?? (await call("GET /v1/auth/push", {}));
    const { endpoint = "", keys = {} } = (await subscribed(public_key)).toJSON();
    const { p256dh = "", auth = "" } = keys;
    const language = document.documentElement.lang;
    const body = { endpoint, keys: { p256dh, auth }, wants: { ...wants, language } };
    const push = await call("PUT /v1/auth/push", { body });
    if (data?.subscription == null) know(push);
  }
  return {
    subscription: data?.subscription ?? null,
    async set(wants: Wants): Promise<void> {
      // the next choice is made of this one, also before it is stored
      if (data?.subscription) know({ ...data, subscription: { ...data.subscription, wants } });
      const stored = last.current.then(() => store(wants));
      last.current = stored.catch(() => client.invalidateQueries({ queryKey: QUERY }));
      await stored;
    },
    async end(): Promise<void> {
      await call("DELETE /v1/auth/push", {});
      if (data !== undefined) know({ ...data, subscription: null });
      const own = await (
        await navigator.serviceWorker.getRegistration(ROOT.href)
      )?.pushManager.getSubscription();
      await own?.unsubscribe();
    },
  };
}

/** The browser's subscription with this key; one of another installation's key is given up. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const address = trusted(`${BASE}/${WORKER}`);
  await navigator.serviceWorker.register(address, { scope: ROOT.href });
  const { pushManager } = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: publicKey };
  return await pushManager.subscribe(wish).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return await pushManager.subscribe(wish);
  });
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
};

let policy: ReturnType<TrustedTypes["createPolicy"]> | null = null;

/** The address as browsers want it where scripts have to be of a policy (Trusted Types). */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("push-worker", { createScriptURL: (url) => url }) ?? null;
  return policy?.createScriptURL(address) ?? address;
}
