import { randomBytes } from "node:crypto";

/** The permissions of an access token, and its end (milliseconds; null is for ever). */
export type Grant = { scopes: string[]; wabaIds: string[] | null; expiresAt: number | null };

export type TokenSnapshot = { codes: [string, Grant][]; tokens: [string, Grant][] };

export type TokenStore = ReturnType<typeof createTokenStore>;

export const USUAL_SCOPES = ["whatsapp_business_management", "whatsapp_business_messaging"];

/** The access tokens of the sandbox, and the codes of embedded signup that one is given for, each once. */
export function createTokenStore(accessToken: string) {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  function clear(): void {
    codes.clear();
    tokens.clear();
    tokens.set(accessToken, { scopes: USUAL_SCOPES, wabaIds: null, expiresAt: null });
  }
  clear();
  return {
    clear,
    newCode(grant: Grant): string {
      const code = `AQ${randomBytes(24).toString("base64url")}`;
      codes.set(code, grant);
      return code;
    },
    /** The token a code is good for; undefined when it is unknown or was used. */
    exchange(code: string): string | undefined {
      const grant = codes.get(code);
      if (grant === undefined) return undefined;
      codes.delete(code);
      const token = `EAAG${randomBytes(24).toString("hex")}`;
      tokens.set(token, grant);
      return token;
    },
    find: (token: string) => tokens.get(token),
    /** All there is, for `restore` of another store. */
    snapshot: (): TokenSnapshot => ({ codes: [...codes], tokens: [...tokens] }),
    restore(snapshot: TokenSnapshot): void {
      for (const [code, grant] of snapshot.codes) codes.set(code, grant);
      for (const [token, grant] of snapshot.tokens) tokens.set(token, grant);
    },
  };
}

export function hasExpired({ expiresAt }: Grant): boolean {
  return expiresAt !== null && expiresAt <= Date.now();
}
