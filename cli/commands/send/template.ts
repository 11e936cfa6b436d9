import { usageFailure } from "../../lib/failures/failure.ts";
import { parsePair } from "../../lib/values/pairs.ts";
import { isNamed } from "../../lib/values/template-variable.ts";

export type TemplateOptions = {
  template: string;
  lang: string | undefined;
  param: string[];
  button: string[];
  "quick-reply": string[];
};

type Component = { type: string; sub_type?: string; index?: string; parameters: Record<string, unknown>[] };

/** The file of a template's header: `{ link }` or `{ media_id }`. */
export type HeaderFile = { kind: "image" | "video" | "document"; file: Record<string, string> };

/** The content of a template message from the options of `send`. */
export function templateContent(
  options: TemplateOptions,
  header: HeaderFile | null,
): Record<string, unknown> {
  const components = [
    ...headerComponents(header),
    ...bodyComponents(options.param),
    ...options.button.map((text) => urlButton(text)),
    ...options["quick-reply"].map((text) => quickReply(text)),
  ];
  return {
    template: {
      name: options.template,
      language: { code: options.lang ?? "en_US" },
      ...(components.length === 0 ? {} : { components }),
    },
  };
}

function headerComponents(header: HeaderFile | null): Component[] {
  if (header === null) return [];
  const { kind, file } = header;
  return [{ type: "header", parameters: [{ type: kind, [kind]: file }] }];
}

function bodyComponents(parameters: string[]): Component[] {
  if (parameters.length === 0) return [];
  const named = parameters.filter((text) => isNamed(text)).length;
  if (named !== 0 && named !== parameters.length) {
    throw usageFailure(
      "--param mixes named and positional variables",
      "Name all of them or none; write =value for a positional value that contains =.",
    );
  }
  return [{ type: "body", parameters: parameters.map(named === 0 ? positional : byName) }];
}

function positional(text: string): Record<string, unknown> {
  return { type: "text", text: text.startsWith("=") ? text.slice(1) : text };
}

function byName(text: string): Record<string, unknown> {
  const [name, value] = parsePair("param", text);
  return { type: "text", parameter_name: name, text: value };
}

function urlButton(pair: string): Component {
  const [index, text] = indexed("button", pair);
  return { type: "button", sub_type: "url", index, parameters: [{ type: "text", text }] };
}

function quickReply(pair: string): Component {
  const [index, payload] = indexed("quick-reply", pair);
  return { type: "button", sub_type: "quick_reply", index, parameters: [{ type: "payload", payload }] };
}

function indexed(option: string, pair: string): [index: string, value: string] {
  const [index, value] = parsePair(option, pair);
  if (!/^[0-9]$/.test(index))
    throw usageFailure(`--${option} must start with the button's position, 0 to 9, not '${index}'`);
  return [index, value];
}
