import { characters, type Json, link, type Table, words } from "../table.ts";

const media_url = "https://example.com/file";
const reply_to = { id: "wamid.first" };

const shared = [link("/media_url"), words("/file_name", 240)];

const aliases: Table["aliases"] = [
  [{ media: media_url }, { media_url }],
  [{ url: media_url }, { media_url }],
  [{ media_url, url: "ignored" }, { media_url }],
  [
    { media_url, fileName: "a" },
    { media_url, file_name: "a" },
  ],
];

const badUrls = ["example.com/a", "https://", "https://a b", "file:///etc/passwd"];

/** The common members of image, video, audio and document; `kind` is a media type that fits. */
function media(kind: string, other: string, limits: Table["limits"], more: Json): Table {
  return {
    content: { media_url, media_type: kind, file_name: "file", reply_to, ...more },
    required: ["/media_url"],
    limits: [...shared, ...limits],
    aliases: [
      ...(aliases ?? []),
      ...["mediaType", "mediatype", "type"].map(
        (name) =>
          [
            { media_url, [name]: kind },
            { media_url, media_type: kind },
          ] as const,
      ),
    ],
    refused: [
      ...badUrls.map((bad) => ({
        because: `${bad} is no public HTTPS URL`,
        content: { media_url: bad },
        at: "/media_url",
        says: "expected a public HTTPS URL",
      })),
      {
        because: `it is said to be ${other}`,
        content: { media_url, media_type: other },
        at: "/media_type",
        says: `expected ${kind.split("/")[0]}`,
      },
    ],
  };
}

const caption = [characters("/caption", 1024)];

export const image = media("image/png", "image/gif", caption, { caption: "A" });
export const video = media("video/mp4", "image", caption, { caption: "A" });
export const audio = media("audio/ogg", "audio/wav", [], { voice: true });
export const document: Table = {
  ...media("document", "video", caption, { caption: "A" }),
  taken: { "a PDF": { media_url, media_type: "application/pdf" } },
};

export const sticker: Table = {
  content: { media_url, reply_to },
  required: ["/media_url"],
  limits: [link("/media_url")],
  aliases: [[{ sticker_url: media_url }, { media_url }]],
  refused: [
    {
      because: "it has a caption",
      content: { media_url, caption: "A" },
      at: "/caption",
      says: "unknown field",
    },
  ],
};
