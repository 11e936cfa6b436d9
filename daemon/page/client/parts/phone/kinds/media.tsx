import type { Drawn } from "../drawn.ts";
import { PhoneFile } from "../files/file.tsx";
import { Layout } from "../layout.tsx";
import { objectsOf, textAt } from "../read.ts";
import { CardRow } from "./cards.tsx";

/** A file, the words below it, and what businesses add to it. */
function File({ kind, content }: { kind: string } & Pick<Drawn, "content">) {
  return (
    <Layout
      content={content}
      words={textAt(content, "caption", "body")}
      below={<CardRow cards={objectsOf(content.cards)} />}
    >
      <PhoneFile kind={kind} file={content} />
    </Layout>
  );
}

export const ImageFile = ({ content }: Drawn) => <File kind="image" content={content} />;
export const VideoFile = ({ content }: Drawn) => <File kind="video" content={content} />;
export const DocumentFile = ({ content }: Drawn) => <File kind="document" content={content} />;
export const StickerFile = ({ content }: Drawn) => <PhoneFile kind="sticker" file={content} />;
export const AudioFile = ({ content }: Drawn) => (
  <File kind={content.voice === true ? "voice" : "audio"} content={content} />
);
