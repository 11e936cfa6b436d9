/** People who write to a number on their own. */
import type { WriterPlan } from "../world/organization-plan.ts";
import { textOf } from "../world/texts.ts";
import { order } from "./sandbox.ts";
import type { LiveOrganization, World } from "./world.ts";

/** Writes everything that the plan has. */
export async function write(world: World, organization: LiveOrganization, plan: WriterPlan): Promise<void> {
  const channel = organization.channels[plan.channel];
  if (channel === undefined) return;
  for (const atMs of plan.atMs) {
    await world.until(atMs);
    if (world.isOver()) return;
    const text = textOf(organization.label, "write", organization.next());
    const isWritten =
      channel.platform === "whatsapp_official"
        ? await order(world, "POST", "inbound", {
            from: plan.person,
            text,
            phone_number_id: channel.phoneNumberId,
          })
        : await order(world, "POST", `phones/${plan.person}/messages`, {
            ...{ kind: "text", content: { body: text }, to: channel.number },
          });
    if (isWritten === null) continue;
    world.history.written.push({
      ...{
        text,
        organization: organization.label,
        channel: channel.id,
        person: plan.person,
        at: world.now(),
      },
    });
    world.signal("inbound");
  }
}
