import { type Json, PERSON, type TestSandbox } from "./support.ts";

/** Examples of Meta's file that are refused, and why. */
export const REFUSED: Record<string, string> = {
  "Send Draft Flow by ID": "flows are not played",
  "Send Draft Flow by Name": "flows are not played",
  "Send Published Flow by ID": "flows are not played",
  "Send Published Flow by Name": "flows are not played",
  "Send Order Details Message": "order messages are not played",
  "Send Order Status Message": "order messages are not played",
  "Send Reply to List Message": "the example has no type, which makes it a text without text",
  "Send Sample Issue Resolution Template": "the example gives booleans for texts",
};

/** Examples that are right although the file's own schema of their content says otherwise. */
export const MISFITS: Record<string, string> = {
  location: "the schema types coordinates as strings, the examples give numbers",
  template: "the schema requires language.policy and misspells the pattern of a button's index",
};

const FIXED: Record<string, string> = {
  "<HEADER_TYPE>": "text",
  "<TEMPLATE_NAME>": "template_name",
  "template-name": "template_name",
  "language-and-locale-code": "en_US",
};

/** Puts real values where Meta's examples have placeholders; media ids are those of real uploads. */
export function filled(example: Json, mediaIds: Record<string, string>): Json {
  const short = new Map<string, string>();
  const fill = (value: unknown, key: string, parent: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => fill(item, key, parent));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, name, key)]));
    }
    if (typeof value !== "string") return value;
    if (key === "id" && mediaIds[parent] !== undefined) return mediaIds[parent];
    if (key === "message_id" && value.startsWith("<")) return "wamid.before";
    if (value.startsWith("{{")) return PERSON;
    if (value.includes("http(s)://")) return "https://example.com/file";
    if (FIXED[value] !== undefined) return FIXED[value];
    if (!value.startsWith("<")) return value;
    short.set(value, short.get(value) ?? `value ${short.size}`);
    return short.get(value);
  };
  return fill(example, "", "") as Json;
}

/** One upload of each kind a message can name. */
export async function uploadAll(sandbox: TestSandbox): Promise<Record<string, string>> {
  const types = {
    ...{ image: "image/png", video: "video/mp4", audio: "audio/ogg" },
    ...{ document: "application/pdf", sticker: "image/webp" },
  };
  const ids = Object.entries(types).map(async ([kind, type]) => {
    const { body } = await sandbox.upload(type);
    return [kind, String(body.id)] as const;
  });
  return Object.fromEntries(await Promise.all(ids));
}

type Component = { type: string; sub_type?: string; parameters?: { type: string }[] };
type Template = { name: string; language: { code: string }; components?: Component[] };

/** Gives the sandbox the template an example was written for. */
export async function define(sandbox: TestSandbox, message: Json): Promise<void> {
  if (message.type !== "template") return;
  const { name, language, components = [] } = message.template as Template;
  const of = (type: string) => components.filter((component) => component.type === type);
  const count = of("body").flatMap(({ parameters = [] }) => parameters).length;
  const variables = Array.from({ length: count }, (_, index) => `{{${index + 1}}}`);
  const formats = of("header").flatMap(({ parameters = [] }) => parameters.map(({ type }) => type));
  const buttons = of("button").map(({ sub_type = "" }) => ({ type: sub_type.toUpperCase() }));
  await sandbox.control("POST", "templates", {
    name,
    language: language.code,
    components: [
      ...formats.map((format) => ({ type: "HEADER", format: format.toUpperCase() })),
      { type: "BODY", text: `Words ${variables.join(" ")}` },
      ...(buttons.length === 0 ? [] : [{ type: "BUTTONS", buttons }]),
    ],
  });
}

/** Copies of a message, each with one key nobody knows, one for every object in it. */
export function withStrangers(message: Json): Json[] {
  const copies: Json[] = [];
  const visit = (path: (string | number)[], value: unknown): void => {
    if (
      typeof value !== "object" ||
      value === null ||
      (path.at(-1) === "action" && path.includes("template"))
    )
      return;
    if (!Array.isArray(value)) copies.push(stranger(message, path));
    for (const [name, inner] of Object.entries(value)) visit([...path, name], inner);
  };
  visit([], message);
  return copies;
}

function stranger(message: Json, path: (string | number)[]): Json {
  const copy = structuredClone(message);
  const holder = path.reduce<Json>((inner, name) => inner[name] as Json, copy);
  holder.unheard_of = "x";
  return copy;
}
