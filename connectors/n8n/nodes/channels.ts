import type { ILoadOptionsFunctions, INodePropertyOptions } from "n8n-workflow";
import { list } from "./request";

/** The numbers to choose from. */
export async function getChannels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const channels = await list(this, "/v1/channels", {}, 1000);
  return channels.map(({ id, name }) => ({ name: String(name), value: String(id) }));
}
