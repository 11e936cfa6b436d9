/** A client in Java that openapi-generator makes of the OpenAPI document: it compiles, sends, uploads and lists. */
import { expect, test } from "bun:test";
import { generatorCommand, preparePython } from "./generator.ts";
import { LONG_MS, makeClient, shareServed, useClient } from "./tools.ts";

const { folder: generators, missing } = await preparePython(["javac", "mvn"]);

const served = shareServed(missing === null);

const PROGRAM = `
import client.*;
import client.api.*;
import client.model.*;
import java.nio.file.*;
import java.util.Map;

public class Program {
  public static void main(String[] arguments) throws Exception {
    var environment = System.getenv();
    var api = new ApiClient();
    api.updateBaseUri(environment.get("URL"));
    api.setRequestInterceptor(request -> request.header("X-Api-Key", environment.get("KEY")));
    var text = new SendText().channelId(environment.get("CHANNEL")).to("14155550123")
      .type(SendText.TypeEnum.TEXT).content(new TextContent().body("Hello"));
    var messages = new MessagesApi(api);
    var sent = messages.sendMessage(new SendMessage(text), null);
    var message = messages.getMessage(sent.getId());
    var file = Files.writeString(Files.createTempDirectory("waypost-java").resolve("hours.txt"), "Mon-Fri 9-18");
    var media = new MediaApi(api).uploadMedia(file.toFile(), null, null, null);
    Files.delete(file);
    Files.delete(file.getParent());
    var contacts = new ContactsApi(api).listContacts(null, null, null, null, null, null, null, null, null).getData();
    System.out.println(((Map<?, ?>) message.getContent()).get("body") + " " + media.getFilename() + " "
      + contacts.stream().anyMatch(contact -> "Ada".equals(contact.getName())));
  }
}
`;
const PACKAGES = ["--invoker-package=client", "--api-package=client.api", "--model-package=client.model"];
const MAVEN = ["mvn", "--batch-mode", "--quiet", "--file", "made/pom.xml", "-Dmaven.javadoc.skip=true"];

test.skipIf(missing !== null)(
  "a client of openapi-generator sends a message, uploads a file and lists contacts",
  async () => {
    const generated = await makeClient(served.openapi, { "Program.java": PROGRAM }, [
      generatorCommand(generators, "java", ["--library", "native", ...PACKAGES]),
      ["cp", "Program.java", "made/src/main/java/Program.java"],
      [...MAVEN, "compile", "dependency:copy-dependencies"],
    ]);
    expect([generated.code, generated.output.match(/ERROR.*/g)]).toEqual([0, null]);
    const classes = "made/target/classes:made/target/dependency/*";
    const { code, output } = await useClient(served.daemon, generated.folder, [
      "java",
      "-cp",
      classes,
      "Program",
    ]);
    expect([code, output.split("\n").at(-2)]).toEqual([0, "Hello hours.txt true"]);
  },
  LONG_MS,
);
