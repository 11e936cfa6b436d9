import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from "n8n-workflow";

/** Where Waypost runs, and a key of it. */
export class WaypostApi implements ICredentialType {
  name = "waypostApi";
  displayName = "Waypost API";
  icon: Icon = { light: "file:../icons/waypost.svg", dark: "file:../icons/waypost.dark.svg" };
  documentationUrl = "https://waypost.example.com/docs/guides/n8n";
  properties: INodeProperties[] = [
    {
      displayName: "URL",
      name: "url",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://waypost.example.com",
      description: "Where your Waypost answers, without /v1",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description: "Of waypost keys create, with the permissions that your flows need",
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { "X-Api-Key": "={{$credentials.apiKey}}" } },
  };
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.url.replace(new RegExp("/+$"), "")}}',
      url: "/v1/channels",
      qs: { limit: 1 },
    },
  };
}
