import type { Operation } from "./document.ts";

/** The languages of samples, in the order of their tabs. */
export const LANGUAGES = { curl: "curl", node: "Node.js", python: "Python" } as const;

export type Language = keyof typeof LANGUAGES;

type Request = { method: string; path: string; body: unknown; mediaType: string; hasKey: boolean };

/**
 * The same request in each language, to be run as it stands: with the address in WAYPOST_URL and the key in
 * WAYPOST_API_KEY, which `waypost` reads, too; with Node's own library, and the one that readers of Python know.
 */
export function samplesOf(operation: Operation): Record<Language, string> {
  const request = requestOf(operation);
  return { curl: curlOf(request), node: nodeOf(request), python: pythonOf(request) };
}

function requestOf({ method, path, security = [], requestBody, parameters = [] }: Operation): Request {
  const [mediaType = "", content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
  const query = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const search = query.map(
    ({ name, example }) => `${name}=${encodeURIComponent(String(example ?? `{${name}}`))}`,
  );
  const address = search.length > 0 ? `${path}?${search.join("&")}` : path;
  return { method, path: address, body, mediaType, hasKey: security.length > 0 };
}

function curlOf({ method, path, body, mediaType, hasKey }: Request): string {
  const lines = [
    `curl ${method === "GET" || (method === "POST" && body !== undefined) ? "" : `-X ${method} `}"$WAYPOST_URL${path}"`,
  ];
  if (hasKey) lines.push(`-H "X-Api-Key: $WAYPOST_API_KEY"`);
  if (body !== undefined) lines.push(`-H "Content-Type: ${mediaType}"`, `-d ${shellQuoted(textOf(body))}`);
  return lines.join(" \\\n  ");
}

function nodeOf({ method, path, body, mediaType, hasKey }: Request): string {
  const headers = headerLines(hasKey, body === undefined ? null : mediaType, (key) => `process.env.${key}`);
  const options = [
    method === "GET" ? null : `  method: "${method}",`,
    headers.length > 0 ? `  headers: { ${headers.join(", ")} },` : null,
    body === undefined
      ? null
      : `  body: ${typeof body === "string" ? JSON.stringify(body) : `JSON.stringify(${indented(textOf(body), "  ")})`},`,
  ].filter((line) => line !== null);
  return [
    `const response = await fetch(\`\${process.env.WAYPOST_URL}${path}\`, {`,
    ...options,
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
}

function pythonOf({ method, path, body, mediaType, hasKey }: Request): string {
  const headers = headerLines(
    hasKey,
    typeof body === "string" ? mediaType : null,
    (key) => `os.environ["${key}"]`,
  );
  const members = [
    headers.length > 0 ? `    headers={${headers.join(", ")}},` : null,
    body === undefined
      ? null
      : typeof body === "string"
        ? `    data=${JSON.stringify(body)},`
        : `    json=${indented(pythonLiteral(body), "    ")},`,
  ].filter((line) => line !== null);
  return [
    "import os, requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    os.environ["WAYPOST_URL"] + "${path}",`,
    ...members,
    ")",
    "print(response.status_code, response.text)",
  ].join("\n");
}

function headerLines(
  hasKey: boolean,
  mediaType: string | null,
  variable: (name: string) => string,
): string[] {
  return [
    ...(hasKey ? [`"X-Api-Key": ${variable("WAYPOST_API_KEY")}`] : []),
    ...(mediaType === null ? [] : [`"Content-Type": "${mediaType}"`]),
  ];
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body, null, 2);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** JSON is Python but for three words. */
function pythonLiteral(value: unknown): string {
  const words: Record<string, string> = { true: "True", false: "False", null: "None" };
  return JSON.stringify(value, null, 4).replace(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g,
    (_, text: string | undefined, word: string) => text ?? words[word] ?? word,
  );
}

function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}
