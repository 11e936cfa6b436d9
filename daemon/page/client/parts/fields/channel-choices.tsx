import { useChannels } from "../../api/channels.ts";
import { Choices, type ChoicesProps } from "./choices.tsx";

/** Some of the channels, or all of them. Nothing where none can be seen. */
export function ChannelChoices(props: Omit<ChoicesProps, "options">) {
  const { options } = useChannels();
  return options.length === 0 ? null : <Choices {...props} options={options} />;
}
