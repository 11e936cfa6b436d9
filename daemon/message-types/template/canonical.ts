type Part = Record<string, unknown>;

/**
 * A template as Meta also takes it, and as its samples and many programs write it: kinds in capitals, a button's index
 * as a number, and the only policy that languages ever had.
 */
export function canonicalTemplate(content: Part): Part {
  const { template } = content;
  if (!isPart(template)) return content;
  const { language, components } = template;
  return {
    ...content,
    template: {
      ...template,
      ...(isPart(language) ? { language: withoutPolicy(language) } : {}),
      ...(Array.isArray(components) ? { components: components.map(canonicalComponent) } : {}),
    },
  };
}

function withoutPolicy({ policy, ...language }: Part): Part {
  return policy === undefined || policy === "deterministic" ? language : { ...language, policy };
}

function canonicalComponent(component: unknown): unknown {
  if (!isPart(component)) return component;
  const { type, sub_type, index } = component;
  return {
    ...component,
    ...(typeof type === "string" ? { type: type.toLowerCase() } : {}),
    ...(typeof sub_type === "string" ? { sub_type: sub_type.toLowerCase() } : {}),
    ...(typeof index === "number" ? { index: String(index) } : {}),
  };
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
