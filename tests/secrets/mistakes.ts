/** Mistakes that people make with secrets. */
import type { Answer } from "../support/daemon.ts";
import type { Site } from "../support/daemon-process.ts";

export type Run = {
  site: Site;
  /** Path of the webhook endpoints. */
  endpoints: string;
  /** Asks with a key, and keeps the answer to be searched. */
  ask(method: string, path: string, body?: unknown, key?: string | null, headers?: object): Promise<Answer>;
  /** Takes a secret to be searched for, and returns it. */
  secretOf(name: string, value: string): string;
};

/** Secrets where they don't belong, wrong ones, and requests that fail while they carry one. */
export async function makeMistakes({ ask, secretOf, site, endpoints }: Run): Promise<void> {
  const token = secretOf("mistaken token", "EAAmistaken0123456789");
  const wrong = secretOf("wrong password", "wrong-password-of-the-run");
  await ask("POST", "/v1/auth/login", { email: site.user.email, password: wrong }, null);
  await ask("POST", "/v1/auth/login", { email: "nobody@example.com", password: wrong }, null);
  await ask("POST", "/v1/auth/login", { email: 7, password: wrong }, null);
  await ask("POST", "/v1/auth/login", `{"password":"${wrong}",`, null, {
    "content-type": "application/json",
  });
  await ask(
    "POST",
    "/v1/auth/reset",
    { token: secretOf("reset token", "wpr_mistaken-token"), password: 7 },
    null,
  );
  await ask("GET", "/v1/channels", undefined, secretOf("wrong key", `${site.key.slice(0, -6)}AAAAAA`));
  await ask("GET", `/v1/channels?limit=x&access_token=${token}`);
  await ask("GET", `/v1/messages?cursor=${token}`);
  for (const platform of ["whatsapp_official", "unknown"])
    await ask("POST", "/v1/channels", { platform, name: 7, access_token: token });
  const channel = { platform: "whatsapp_official", name: "n", phone_number_id: "1", waba_id: "2" };
  await ask("POST", "/v1/channels", { ...channel, access_token: token });
  await ask("PATCH", `/v1/channels/${site.channelId}`, { access_token: token });
  await ask("POST", "/v1/waba/exchange-code", {
    code: secretOf("signup code", "AQBmistaken-code-0123456789"),
  });
  await ask("POST", "/v1/waba/register-phone", {
    channel_id: site.channelId,
    pin: secretOf("pin", "918273"),
  });
  await ask("POST", endpoints, {
    url: "ftp://x",
    headers: { authorization: secretOf("refused header", "Bearer refused-header") },
  });
  await ask(
    "GET",
    `/v1/providers/whatsapp/webhook?hub.verify_token=${token}&hub.mode=subscribe&hub.challenge=1`,
  );
  await ask("POST", "/v1/providers/whatsapp/webhook", "{}", null, { "x-hub-signature-256": "sha256=00" });
  for (const path of [
    "/v1/channels",
    endpoints.replace("/endpoints", ""),
    "/v1/api-keys",
    "/v1/audit",
    "/v1/events",
  ])
    await ask("GET", path);
}
