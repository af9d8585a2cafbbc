// A picture in the editor: only the practice's own uploads, never an external URL.
import { mergeAttributes, Node } from "@tiptap/react";
import { pictureAddress } from "#contract/pictures.ts";

export const PictureNode = Node.create({
  name: "picture",
  group: "block",
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: "" },
    alt: { default: "" },
    width: { default: null },
    height: { default: null },
  }),
  // Drops pasted pictures from other sites.
  parseHTML: () => [{ tag: `img[src^="${pictureAddress("")}"]` }],
  renderHTML: ({ HTMLAttributes }) => ["img", mergeAttributes(HTMLAttributes)],
});
