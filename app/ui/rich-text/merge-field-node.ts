// A merge field in the editor. It is an atomic node, so it is selected and deleted as a whole.
import { mergeAttributes, Node } from "@tiptap/react";
import { fieldLabel, fieldText } from "./merge-fields.ts";

export const MergeFieldNode = Node.create({
  name: "mergeField",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  addAttributes() {
    const read = (name: string) => ({
      default: "",
      parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`) ?? "",
      renderHTML: (attributes: Record<string, string>) => ({ [`data-${name}`]: attributes[name] }),
    });
    return { field: read("field"), fallback: read("fallback") };
  },
  parseHTML: () => [{ tag: "span[data-field]" }],
  renderHTML({ node, HTMLAttributes }) {
    const { field, fallback } = node.attrs;
    return ["span", mergeAttributes(HTMLAttributes), fieldLabel(field, fallback)];
  },
  renderText: ({ node }) => fieldText(node.attrs.field, node.attrs.fallback),
});
