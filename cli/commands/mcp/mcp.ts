import { command } from "../../lib/command/command.ts";

export const mcp = command({
  path: "mcp",
  summary: "Let an agent use Waypost, over standard input and output",
  description:
    "Let an agent use Waypost by the Model Context Protocol, over standard input and output: agents start it as a program, and end it by closing its input. It may do what the profile's key may do. Agents that can, ask the daemon itself, at /mcp.",
  output: "The protocol's messages, one per line.",
  examples: [{ description: "As an agent starts it", command: "waypost mcp --profile agent" }],
  async run({ cli }) {
    const settings = await cli.settings();
    const { relay } = await import("./relay.ts");
    await relay(settings);
  },
});
