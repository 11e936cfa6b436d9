import type { TestDaemon } from "../support/daemon.ts";

/** A definition that Meta takes. */
export function definition(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name,
    language: "en_US",
    category: "UTILITY",
    components: [
      { type: "HEADER", format: "TEXT", text: "Your order" },
      {
        type: "BODY",
        text: "Hello {{1}}, your order {{2}} is ready.",
        example: { body_text: [["Ada", "4711"]] },
      },
      { type: "FOOTER", text: "Blue Door" },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Thanks" }] },
    ],
    ...more,
  };
}

/** Calls the sandbox's own API. */
export async function control(
  waypost: Pick<TestDaemon, "sandbox">,
  path: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${waypost.sandbox.url}/sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** The statuses in a template's events, oldest first. */
export async function reportedStatuses(waypost: TestDaemon, templateId: string): Promise<string[]> {
  const rows = await waypost.sql<{ body: string }[]>`
    select body from events where type = 'template.status_update' order by id`;
  return rows
    .map(({ body }) => JSON.parse(body) as { template_id: string; status: string })
    .filter(({ template_id }) => template_id === templateId)
    .map(({ status }) => status);
}
