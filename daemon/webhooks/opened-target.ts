import type { EndpointTarget } from "../../db/webhooks/endpoints.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { EndpointForm } from "./forms/form.ts";
import type { Forms } from "./forms/forms.ts";
import { headerContext, secretContext } from "./sealed.ts";

/** Where to deliver, and with which secrets, decrypted; kept only while a lane is drained. */
export type OpenedTarget = {
  url: string;
  /** The endpoint's own headers. */
  headers: Record<string, string>;
  /** In which requests are written and signed; null when this version does not have it. */
  form: EndpointForm | null;
  /** The current signing secret first. */
  secrets: { secret: string; expiresAt: Date | null }[];
};

/** Opens an endpoint's secrets once for many deliveries; null when they cannot be decrypted. */
export function openTarget(
  { secrets, forms }: { secrets: Secrets; forms: Forms },
  target: EndpointTarget,
): OpenedTarget | null {
  const { id, url } = target;
  try {
    const own = Object.entries(target.headers).map(([name, sealed]) => [
      name,
      secrets.decrypt(sealed, headerContext(id, name)),
    ]);
    const signing = target.secrets.map(({ secret, expires_at }) => ({
      secret: secrets.decrypt(secret, secretContext(id)),
      expiresAt: expires_at === null ? null : new Date(expires_at),
    }));
    return { url, headers: Object.fromEntries(own), form: forms.find(target.format), secrets: signing };
  } catch {
    return null;
  }
}
