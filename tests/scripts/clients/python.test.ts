/** Clients in Python that two generators make of the OpenAPI document: complete, each file loads, they send and list. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { generatorCommand, preparePython } from "./generator.ts";
import { LONG_MS, makeClient, shareServed, useClient } from "./tools.ts";

const { folder: generators, missing, python } = await preparePython();

const served = shareServed(missing === null);

/** Loads every module of the package `client`, so that none has a name that is not there. */
const LOAD_ALL = `
import importlib, os, pkgutil
import client
for module in pkgutil.walk_packages(client.__path__, "client."):
    importlib.import_module(module.name)
url, key, channel = (os.environ[name] for name in ("URL", "KEY", "CHANNEL"))
`;

const use = (folder: string, program: string) =>
  useClient(served.daemon, folder, [python, "-c", LOAD_ALL + program], { PYTHONPATH: join(folder, "made") });

test.skipIf(missing !== null)(
  "a client of openapi-python-client sends a message and lists contacts",
  async () => {
    const generated = await makeClient(served.openapi, {}, [
      [
        ...[join(generators, "bin/openapi-python-client"), "generate", "--path", "openapi.json"],
        ...["--output-path", "made/client", "--meta", "none"],
      ],
    ]);
    expect(generated.code).toBe(0);
    // it can't send a file as text or in parts, and says so; nothing else is left out
    const warnings = generated.output.match(/(?:WARNING parsing|Unable to process|Cannot parse) .*/g);
    expect(warnings?.map((line) => line.split(" within")[0])).toEqual([
      "WARNING parsing PATCH /v1/media/uploads/{id}",
      "WARNING parsing POST /v1/contacts/import",
      "WARNING parsing POST /v1/contacts/import/preview",
    ]);
    const used = await use(
      generated.folder,
      `
from client import Client
from client.api.contacts import list_contacts
from client.api.messages import get_message, send_message
from client.models import SendText, TextContent
api = Client(base_url=url, headers={"X-Api-Key": key})
body = SendText(channel_id=channel, to="14155550123", type_="text", content=TextContent(body="Hello"))
sent = send_message.sync(client=api, body=body)
message = get_message.sync(client=api, id=sent.id)
names = [contact.name for contact in list_contacts.sync(client=api).data]
print(message.content["body"], "Ada" in names)
`,
    );
    expect(used).toEqual({ code: 0, output: "Hello True\n" });
  },
  LONG_MS,
);

test.skipIf(missing !== null)(
  "a client of openapi-generator sends a message and lists contacts",
  async () => {
    const command = generatorCommand(generators, "python", ["--package-name", "client"]);
    const generated = await makeClient(served.openapi, {}, [command]);
    expect(generated.output).not.toMatch(/Duplicate file path|Exception/);
    expect(generated.code).toBe(0);
    const used = await use(
      generated.folder,
      `
import client as c
api = c.ApiClient(c.Configuration(host=url, api_key={"apiKey": key}))
text = c.SendText(channel_id=channel, to="14155550123", type="text", content=c.TextContent(body="Hello"))
messages = c.MessagesApi(api)
sent = messages.send_message(c.SendMessage(text))
message = messages.get_message(sent.id)
names = [contact.name for contact in c.ContactsApi(api).list_contacts().data]
print(message.content["body"], "Ada" in names, len(c.EventsApi(api).list_events().data) > 0)
`,
    );
    expect(used).toEqual({ code: 0, output: "Hello True True\n" });
  },
  LONG_MS,
);
