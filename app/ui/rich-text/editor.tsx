// The rich text editor. It is a separate chunk, which is loaded when the user is about to write.

import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type KeyboardEvent, useRef, useState } from "react";
import { mailtoUrl } from "#app/ui/mailto.ts";
import {
  IconBold,
  IconH1,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
} from "#app/ui/writing-icons.ts";
import { editorWords } from "#content/desk/templates.ts";
import { FieldMenu } from "./merge-field-menu.tsx";
import { MergeFieldNode } from "./merge-field-node.ts";
import { fallbackIn, withMergeFieldChips, withMergeFieldText } from "./merge-fields.ts";
import { PictureNode } from "./picture-node.ts";
import { PictureRow } from "./picture-row.tsx";
import styles from "./rich-text.module.css";

const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ["mailto", "tel"], defaultProtocol: "https" },
  }),
  MergeFieldNode,
  PictureNode,
];

export type EditorProps = {
  html: string;
  onChange: (html: string) => void;
  /** Called with a function that gives the editor the focus. */
  onReady: (focus: () => void) => void;
  label: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  hasPictures: boolean;
};

export function RichTextEditor({
  html,
  onChange,
  onReady,
  label,
  describedBy,
  isInvalid,
  hasPictures,
}: EditorProps) {
  const editor = useEditor({
    extensions,
    content: withMergeFieldChips(html),
    // The content security policy blocks styles that scripts add, so they are in
    // rich-text.module.css instead.
    injectCSS: false,
    // The editor can't be rendered on the server.
    immediatelyRender: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-required": "true",
        class: styles.page ?? "",
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(isInvalid && { "aria-invalid": "true" }),
      },
    },
    onCreate: ({ editor: made }) => onReady(() => made.commands.focus()),
    onUpdate: ({ editor: changed }) =>
      onChange(changed.isEmpty ? "" : withMergeFieldText(changed.getHTML())),
  });
  if (!editor) return <div className={styles.page} aria-busy="true" />;
  return (
    <>
      <Toolbar editor={editor} hasPictures={hasPictures} />
      <EditorContent editor={editor} />
    </>
  );
}

function Toolbar({ editor, hasPictures }: { editor: Editor; hasPictures: boolean }) {
  const [opened, setOpened] = useState<"link" | "picture" | null>(null);
  const toggle = (name: "link" | "picture") => setOpened(opened === name ? null : name);
  const is = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive("bold"),
      italic: now.isActive("italic"),
      heading: now.isActive("heading", { level: 2 }),
      subheading: now.isActive("heading", { level: 3 }),
      bullets: now.isActive("bulletList"),
      numbers: now.isActive("orderedList"),
      link: now.isActive("link"),
    }),
  });
  const at = () => editor.chain().focus();
  const tools = [
    {
      name: editorWords.heading,
      icon: IconH1,
      on: is.heading,
      run: () => at().toggleHeading({ level: 2 }),
    },
    {
      name: editorWords.subheading,
      icon: IconH2,
      on: is.subheading,
      run: () => at().toggleHeading({ level: 3 }),
    },
    { name: editorWords.bold, icon: IconBold, on: is.bold, run: () => at().toggleBold() },
    { name: editorWords.italic, icon: IconItalic, on: is.italic, run: () => at().toggleItalic() },
    {
      name: editorWords.bullets,
      icon: IconList,
      on: is.bullets,
      run: () => at().toggleBulletList(),
    },
    {
      name: editorWords.numbers,
      icon: IconListNumbers,
      on: is.numbers,
      run: () => at().toggleOrderedList(),
    },
  ];
  return (
    <>
      <div
        role="toolbar"
        aria-label={editorWords.toolbar}
        className={styles.toolbar}
        onKeyDown={moveInside}
      >
        {tools.map(({ name, icon: Icon, on, run }, index) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={on}
            tabIndex={index === 0 ? 0 : -1}
            className={styles.tool}
            onClick={() => run().run()}
          >
            <Icon aria-hidden />
          </button>
        ))}
        <button
          type="button"
          aria-label={editorWords.link}
          title={editorWords.link}
          aria-pressed={is.link}
          aria-expanded={opened === "link"}
          tabIndex={-1}
          className={styles.tool}
          onClick={() => toggle("link")}
        >
          <IconLink aria-hidden />
        </button>
        {hasPictures && (
          <button
            type="button"
            aria-label={editorWords.picture}
            title={editorWords.picture}
            aria-expanded={opened === "picture"}
            tabIndex={-1}
            className={styles.tool}
            onClick={() => toggle("picture")}
          >
            <IconPhoto aria-hidden />
          </button>
        )}
        <FieldMenu
          label={editorWords.insertInText}
          onChoose={(field) => {
            const attrs = { field, fallback: fallbackIn(editor.view.dom.closest("form"), field) };
            at().insertContent({ type: "mergeField", attrs }).run();
          }}
        />
      </div>
      {opened === "link" && <LinkRow editor={editor} onDone={() => setOpened(null)} />}
      {opened === "picture" && <PictureRow editor={editor} onDone={() => setOpened(null)} />}
    </>
  );
}

function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const present = String(editor.getAttributes("link").href ?? "");

  function apply() {
    const typed = input.current?.value.trim() ?? "";
    const link = editor.chain().focus().extendMarkRange("link");
    if (typed === "") link.unsetLink().run();
    else if (editor.state.selection.empty && !present) {
      const marks = [{ type: "link", attrs: { href: addressOf(typed) } }];
      link.insertContent({ type: "text", text: typed, marks }).run();
    } else link.setLink({ href: addressOf(typed) }).run();
    onDone();
  }

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Enter must not submit the form around this field.
    event.preventDefault();
    if (event.key === "Enter") return apply();
    editor.commands.focus();
    onDone();
  }

  return (
    <div className={styles.link}>
      <input
        ref={input}
        aria-label={editorWords.linkAddress}
        placeholder={editorWords.linkHint}
        defaultValue={present}
        onKeyDown={press}
        // biome-ignore lint/a11y/noAutofocus: the user opened this field with a button
        autoFocus
      />
      <button type="button" className={styles.apply} onClick={apply}>
        {present ? editorWords.changeLink : editorWords.addLink}
      </button>
    </div>
  );
}

/** Returns the URL for a text that was typed: of a web page, an email address or a phone number. */
function addressOf(typed: string): string {
  if (/^(https?:|mailto:|tel:)/i.test(typed)) return typed;
  if (/^[^\s/@]+@[^\s/@]+$/.test(typed)) return mailtoUrl(typed);
  if (/^\+?[\d\s().-]{7,}$/.test(typed)) return `tel:${typed.replace(/[^\d+]/g, "")}`;
  return `https://${typed}`;
}

/** The usual keys of a toolbar: arrow keys move between its buttons, and Tab leaves it. */
function moveInside(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLButtonElement)) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("button, select")];
  const next = tools.at((tools.indexOf(event.target) + step) % tools.length);
  event.preventDefault();
  next?.focus();
}
