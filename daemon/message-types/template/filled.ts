import type { Component } from "./components.ts";

type Given = { components?: readonly Component[] | undefined };
export type Parameter = Extract<Component, { type: "header" | "body" }>["parameters"][number];

/** The parameters of a message for the header or the body of its template. */
export function parametersOf({ components = [] }: Given, type: "header" | "body"): readonly Parameter[] {
  const part = components.find((component) => component.type === type);
  return part !== undefined && (part.type === "header" || part.type === "body") ? part.parameters : [];
}

/** Text with its variables, `{{1}}` or `{{name}}`, in place. */
export function filled(text: string | undefined, parameters: readonly Parameter[]): string | undefined {
  return text?.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const named = parameters.find((one) => "parameter_name" in one && one.parameter_name === name);
    const value = named ?? parameters[Number(name) - 1];
    return value === undefined ? whole : wordsOf(value);
  });
}

/** A parameter as it is read; empty for a file. */
export function wordsOf(parameter: Parameter): string {
  switch (parameter.type) {
    case "text":
      return parameter.text;
    case "currency":
      return parameter.currency.fallback_value;
    case "date_time":
      return parameter.date_time.fallback_value;
    default:
      return "";
  }
}
