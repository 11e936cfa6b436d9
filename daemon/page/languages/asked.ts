import { bestLanguage, type Language } from "./texts.ts";

/** The cookie that has the language which somebody chose on the page. */
export const LANGUAGE_COOKIE = "waypost_language";

/** The language in which a browser is answered: the one chosen on the page, or the first that the browser wishes. */
export function askedLanguage({ headers }: Request): Language {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim().split("="));
  const chosen = cookies.find(([name]) => name === LANGUAGE_COOKIE)?.[1];
  return bestLanguage(chosen === undefined ? wished(headers.get("accept-language") ?? "") : [chosen]);
}

/** The tags of `Accept-Language`, the most wished first (RFC 9110, 12.5.4). */
function wished(header: string): string[] {
  const tags = header.split(",").map((part) => {
    const [tag = "", weight = "q=1"] = part.split(";").map((word) => word.trim());
    return { tag, weight: Number(weight.replace("q=", "")) };
  });
  return tags
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
