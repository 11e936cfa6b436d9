/** Clients in Go that two generators make of the OpenAPI document: they compile, send and list. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { generatorCommand, preparePython } from "./generator.ts";
import { LONG_MS, makeClient, prepareTools, shareServed, useClient } from "./tools.ts";

const GENERATOR = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const { folder: program, missing: noProgram } = await prepareTools([GENERATOR], ["go"], (folder) => [
  ["env", `GOBIN=${folder}`, "go", "install", GENERATOR],
]);
const { folder: generators, missing: noGenerators } = await preparePython(["go"]);

const served = shareServed(noProgram === null);

const MODULE = "module example.com/waypost/client\n\ngo 1.23\n";
const BUILD = [
  ["go", "-C", "made", "mod", "tidy"],
  ["go", "-C", "made", "build", "-o", "../program", "./program"],
];

test.skipIf(noProgram !== null)(
  "a client of oapi-codegen sends a message and lists contacts",
  async () => {
    const source = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/waypost/client"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	background := context.Background()
	withKey := client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("KEY"))
		return nil
	})
	api := must(client.NewClientWithResponses(os.Getenv("URL"), withKey))
	channel, to := os.Getenv("CHANNEL"), "14155550123"
	var body client.SendMessage
	text := client.SendText{ChannelId: &channel, To: &to, Type: client.SendTextTypeText, Content: client.TextContent{Body: "Hello"}}
	if err := body.FromSendText(text); err != nil {
		panic(err)
	}
	sent := must(api.SendMessageWithResponse(background, nil, body))
	message := must(api.GetMessageWithResponse(background, *sent.JSON201.Id))
	contacts := must(api.ListContactsWithResponse(background, nil))
	for _, contact := range contacts.JSON200.Data {
		if contact.Name != nil {
			fmt.Println(message.JSON200.Content, *contact.Name)
		}
	}
}
`;
    const files = { "made/go.mod": MODULE, "made/program/main.go": source };
    const generated = await makeClient(served.openapi, files, [
      [
        join(program, "oapi-codegen"),
        "-generate",
        "types,client",
        "-package",
        "client",
        "-o",
        "made/client.go",
        "openapi.json",
      ],
      ...BUILD,
    ]);
    expect(generated).toMatchObject({ code: 0 });
    const used = await useClient(served.daemon, generated.folder, ["./program"]);
    expect(used).toEqual({ code: 0, output: "map[body:Hello] Ada\n" });
  },
  LONG_MS,
);

test.skipIf(noGenerators !== null)(
  "a client of openapi-generator sends a message and lists contacts",
  async () => {
    const source = `package main

import (
	"context"
	"fmt"
	"os"

	"example.com/waypost/client"
)

func main() {
	background := context.Background()
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("URL")}}
	configuration.AddDefaultHeader("X-Api-Key", os.Getenv("KEY"))
	api := client.NewAPIClient(configuration)
	channel, to := os.Getenv("CHANNEL"), "14155550123"
	text := client.SendText{ChannelId: &channel, To: &to, Type: "text", Content: *client.NewTextContent("Hello")}
	sent, _, err := api.MessagesAPI.SendMessage(background).SendMessage(client.SendTextAsSendMessage(&text)).Execute()
	if err != nil {
		panic(err)
	}
	message, _, err := api.MessagesAPI.GetMessage(background, sent.GetId()).Execute()
	if err != nil {
		panic(err)
	}
	contacts, _, err := api.ContactsAPI.ListContacts(background).Execute()
	if err != nil {
		panic(err)
	}
	for _, contact := range contacts.Data {
		if contact.GetName() != "" {
			fmt.Println(message.Content, contact.GetName())
		}
	}
}
`;
    const options = [
      "--package-name=client",
      "--git-host=example.com",
      "--git-user-id=waypost",
      "--git-repo-id=client",
    ];
    const generated = await makeClient(served.openapi, { "main.go": source }, [
      generatorCommand(generators, "go", options),
      ["mkdir", "-p", "made/program"],
      ["cp", "main.go", "made/program/main.go"],
      ...BUILD,
    ]);
    expect(generated).toMatchObject({ code: 0 });
    const used = await useClient(served.daemon, generated.folder, ["./program"]);
    expect(used).toEqual({ code: 0, output: "map[body:Hello] Ada\n" });
  },
  LONG_MS,
);
