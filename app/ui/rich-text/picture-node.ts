// A picture in the editor. It must be one of the practice's own uploads, never an external URL.
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
  // Pasted pictures from other sites are dropped.
  parseHTML: () => [{ tag: `img[src^="${pictureAddress("")}"]` }],
  // A demo's picture is loaded from the demo's API, but the stored URL is the usual one.
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
