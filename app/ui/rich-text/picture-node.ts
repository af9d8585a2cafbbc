// A picture in the editor: only the practice's own uploads, never an external URL.
import { mergeAttributes, Node } from "@tiptap/react";
import { rootPath } from "#app/root-path.ts";
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
  // Loaded from the demo's own API. The stored URL stays the usual one.
  addNodeView: () =>
    rootPath
      ? ({ node }) => {
          const dom = Object.assign(document.createElement("img"), {
            src: rootPath + String(node.attrs.src),
            alt: String(node.attrs.alt),
          });
          return { dom };
        }
      : null,
  renderHTML: ({ HTMLAttributes }) => ["img", mergeAttributes(HTMLAttributes)],
});
