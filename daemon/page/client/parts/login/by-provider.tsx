import type { ResponseOf } from "../../api/call.ts";
import { useAsk } from "../../api/queries.ts";
import { addressOf } from "../../api/root.ts";
import { LOGIN } from "../../words.ts";
import { Button } from "../button.tsx";

type Ways = ResponseOf<"GET /v1/auth/ways">;

/** How people of an organisation log in, null for the only one; undefined until it is known. With a password if nobody says. */
export function useLoginWays(organizationId: string | null): Ways | undefined {
  const query = organizationId === null ? {} : { organization_id: organizationId };
  const { data, error } = useAsk("GET /v1/auth/ways", { query });
  if (data !== undefined || error === null) return data;
  return { organization_id: null, name: null, password_login: true };
}

type ByProviderProps = {
  ways: Ways;
  /** Where to on the page. */
  to: string;
  /** Beside what is shown now, which stays. */
  isApart?: boolean;
  /** To prove once more who it is, also where the provider remembers them. */
  isFresh?: boolean;
};

/** Leads to the login provider, if there is one. */
export function ByProvider({
  ways: { organization_id, name },
  to,
  isApart = false,
  isFresh = false,
}: ByProviderProps) {
  if (organization_id === null || name === null) return null;
  const fresh = isFresh ? { fresh: "yes" } : {};
  const query = new URLSearchParams({ organization: organization_id, to, ...fresh });
  const address = addressOf(`/login/oidc/start?${query}`);
  return (
    <Button
      kind="main"
      onPress={() => void (isApart ? window.open(address, "_blank") : location.assign(address))}
    >
      {LOGIN.by(name)}
    </Button>
  );
}
