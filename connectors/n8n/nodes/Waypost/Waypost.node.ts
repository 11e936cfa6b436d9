import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from "n8n-workflow";
import { NodeConnectionTypes, NodeOperationError } from "n8n-workflow";
import { getChannels } from "../channels";
import { FIELDS } from "./fields";
import { OPERATIONS } from "./operations";

/** Sends WhatsApp messages, and does what else flows need of Waypost. */
export class Waypost implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Waypost",
    name: "waypost",
    icon: { light: "file:../../icons/waypost.svg", dark: "file:../../icons/waypost.dark.svg" },
    group: ["output"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: "Send WhatsApp messages, find people and conversations, and move files",
    defaults: { name: "Waypost" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "waypostApi", required: true }],
    properties: FIELDS,
  };

  methods = { loadOptions: { getChannels } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const made: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item++) {
      try {
        made.push(...(await runOne(this, item)));
      } catch (error) {
        if (!this.continueOnFail())
          throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: item });
        made.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [made];
  }
}

async function runOne(context: IExecuteFunctions, item: number): Promise<INodeExecutionData[]> {
  const name = `${context.getNodeParameter("resource", item)}.${context.getNodeParameter("operation", item)}`;
  const operation = OPERATIONS[name];
  if (operation === undefined)
    throw new NodeOperationError(context.getNode(), `there is no operation ${name}`, { itemIndex: item });
  const result = await operation(context, item);
  const rows = Array.isArray(result) ? result.map((json) => ({ json })) : [result];
  return rows.map((row) => ({ ...row, pairedItem: { item } }));
}
