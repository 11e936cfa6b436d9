import go from "./files/go.go.txt" with { type: "text" };
import goModule from "./files/go.mod.txt" with { type: "text" };
import node from "./files/node.mjs.txt" with { type: "text" };
import php from "./files/php.php.txt" with { type: "text" };
import python from "./files/python.py.txt" with { type: "text" };

/** A program that runs as it is: its files by their names, and how it is started in their folder. */
export type Sample = { files: Readonly<Record<string, string>>; start: string };

/** Receivers of webhooks, by language. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  node: { files: { "receiver.mjs": node }, start: "node receiver.mjs" },
  python: { files: { "receiver.py": python }, start: "python3 receiver.py" },
  go: { files: { "main.go": go, "go.mod": goModule }, start: "go run ." },
  php: { files: { "receiver.php": php }, start: "php -S localhost:3000 receiver.php" },
};
