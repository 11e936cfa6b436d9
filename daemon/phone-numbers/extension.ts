/** Words before an extension, in the languages of the headings. */
const WORDS =
  `ext(?:ension|ensi[oó]n|ens[aã]o|n)?|xtn?|x|durchwahl|durchw|dw|nebenstelle|nst|app(?:arat)?|ramal|rml|poste|pst|
  int(?:erno|erne|erior)?|anexo|anx|toestel|tst|wewn(?:ętrzny)?|wew|доб(?:авочный|авочн)?|внутр(?:енний|ішній)?|вн|dahili|dah|linka|
  klapka|mellék|lokal|anknytning|ankn|alanumero|εσωτ(?:ερικό)?|内線|分机|分機|내선|مقسم|تحويلة|داخلي|שלוחה|máy lẻ|ต่อ|विस्तार|local`.replace(
    /\s*\n\s*/g,
    "",
  );
const NAMED = new RegExp(`[\\s,;.–-]*\\(?(?:(?:${WORDS})\\.?[\\s=:.]*|#\\s?)\\d{1,9}[)#]?$`, "iu");
/** What a phone dials after a pause, `,,1234#`, and digits that stand apart behind a comma or a semicolon. */
const DIALLED = /(?:[,;pw][\d,;pw*]*#|,{2,}\d{1,12}|(?<=\d)[pw]\d{1,12}|\s*(?:;\s*|,\s+)\d{3,5})$/iu;

/** The extension at the end of a number, with what stands before it; empty without any. */
export function extensionOf(text: string): string {
  return NAMED.exec(text)?.[0] ?? DIALLED.exec(text)?.[0] ?? "";
}

const PARAMETER = /^\s*([\w-]+)(?:=(.*))?$/;
/** What a `tel:` link dials behind the number (RFC 3966, RFC 4904). */
const BEHIND = ["ext", "isub", "postd"];

/**
 * A `tel:` link: its number with the code of its context, `tel:030-1234567;phone-context=+49`, and what is dialled behind
 * it. Null for any other text.
 */
export function telLink(text: string): { text: string; beside: string } | null {
  const [, link] = /^(?:tel|callto|sms|smsto):\s*(?:\/\/)?(.*;.*=.*)$/i.exec(text) ?? [];
  const [number = "", ...rest] = link?.split(";") ?? [];
  const parameters = new Map(
    rest
      .map((one) => PARAMETER.exec(one)?.slice(1) ?? [])
      .map(([name = "", value = ""]) => [name.toLowerCase(), value]),
  );
  if (link === undefined) return null;
  const context = /^\+[\d().-]+$/.exec(parameters.get("phone-context") ?? "")?.[0] ?? "";
  const beside = BEHIND.flatMap((name) =>
    parameters.has(name) ? [`${name}=${parameters.get(name)}`] : [],
  ).join(", ");
  return { text: number.includes("+") ? number : context + number, beside };
}
