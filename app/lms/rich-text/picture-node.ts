// A picture inside the editor: one of the practice's own, never an address that somebody typed.
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
  // What is pasted from elsewhere stays elsewhere.
  parseHTML: () => [{ tag: `img[src^="${pictureAddress("")}"]` }],
  renderHTML: ({ HTMLAttributes }) => ["img", mergeAttributes(HTMLAttributes)],
});
