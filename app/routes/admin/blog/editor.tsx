import { EditorContent, type Editor as Tiptap, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { apartBlocks, linkAddress, longestLink } from "#modules/catalog/labels.ts";
import type { EditorWords, ToolName } from "./editor-words.ts";

/* The rich text editor; loaded only by the form of a post, because it is large. */

export type EditorProps = {
  /** The text area it takes the place of, and with it its value and its name. */
  id: string;
  name: string;
  label: string;
  optional: string;
  /** The ids of its error and its hint. */
  described: string;
  words: EditorWords;
};

const kit = StarterKit.configure({
  heading: { levels: [2, 3] },
  link: {
    openOnClick: false,
    defaultProtocol: "https",
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address) => linkAddress.test(address),
    shouldAutoLink: (address) => linkAddress.test(address),
  },
});

/** The editor in front of the field that it writes into, which is what the form sends. */
export default function ContentEditor(props: EditorProps) {
  const { id, name, label, optional, words } = props;
  const [first] = useState(() => (document.getElementById(id) as HTMLTextAreaElement).value);
  const area = useRef<HTMLTextAreaElement>(null);
  const [filled, fill] = useState(first);
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: it names the editor, which is no control a label could point at */}
      <label id={`${id}-label`}>
        {label} <span className="hint">{optional}</span>
      </label>
      <textarea
        ref={area}
        name={name}
        defaultValue={first}
        hidden
        // Filled in with what was typed before the page was taken away.
        onInput={({ currentTarget }) => fill(currentTarget.value)}
      />
      <Editor
        key={filled}
        {...props}
        first={filled}
        words={words}
        write={(html) => {
          if (area.current) area.current.value = html;
        }}
      />
    </>
  );
}

type WritingProps = EditorProps & {
  /** The HTML it begins with. */
  first: string;
  /** Gets the HTML after each change, empty for none. */
  write: (html: string) => void;
};

function Editor({ id, described, first, write, words }: WritingProps) {
  const editor = useEditor({
    extensions: [kit],
    content: first,
    // Its styles stand in blog.css: the page's policy refuses style elements without a nonce.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: "tiptap post-text",
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": `${id}-label`,
        "aria-describedby": described,
      },
      transformPastedHTML: apartBlocks,
      // Ctrl-Enter sends the form, as everywhere in a dialog; here it would break the line first.
      handleKeyDown: (_view, event) => event.key === "Enter" && (event.ctrlKey || event.metaKey),
    },
    onUpdate: ({ editor }) => write(editor.isEmpty ? "" : editor.getHTML()),
  });
  const [linking, setLinking] = useState(false);
  if (!editor) return null;
  return (
    <div
      className="rounded-md border border-edge bg-white focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-teal-600 in-[.field:has(>.wrong)]:border-red-700"
      data-editor=""
    >
      <Tools editor={editor} words={words} linking={linking} link={() => setLinking(!linking)} />
      {linking && <LinkRow editor={editor} words={words} close={() => setLinking(false)} />}
      <EditorContent editor={editor} />
    </div>
  );
}

type Tool = {
  name: Exclude<ToolName, "link">;
  icon: IconName;
  run: (editor: Tiptap) => void;
  /** Whether the selection has it; tools that only do something once have none. */
  on?: (editor: Tiptap) => boolean;
  can?: (editor: Tiptap) => boolean;
};

const tools: readonly Tool[] = [
  {
    name: "bold",
    icon: "bold",
    run: (editor) => editor.chain().focus().toggleBold().run(),
    on: (editor) => editor.isActive("bold"),
  },
  {
    name: "italic",
    icon: "italic",
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    on: (editor) => editor.isActive("italic"),
  },
  {
    name: "underline",
    icon: "underline",
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    on: (editor) => editor.isActive("underline"),
  },
  {
    name: "strike",
    icon: "strikethrough",
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    on: (editor) => editor.isActive("strike"),
  },
  {
    name: "heading2",
    icon: "heading-2",
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    on: (editor) => editor.isActive("heading", { level: 2 }),
  },
  {
    name: "heading3",
    icon: "heading-3",
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    on: (editor) => editor.isActive("heading", { level: 3 }),
  },
  {
    name: "list",
    icon: "list",
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    on: (editor) => editor.isActive("bulletList"),
  },
  {
    name: "orderedList",
    icon: "list-ordered",
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    on: (editor) => editor.isActive("orderedList"),
  },
  {
    name: "blockquote",
    icon: "text-quote",
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    on: (editor) => editor.isActive("blockquote"),
  },
  {
    name: "code",
    icon: "code",
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    on: (editor) => editor.isActive("codeBlock"),
  },
  {
    name: "rule",
    icon: "minus",
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    name: "undo",
    icon: "undo-2",
    run: (editor) => editor.chain().focus().undo().run(),
    can: (editor) => editor.can().undo(),
  },
  {
    name: "redo",
    icon: "redo-2",
    run: (editor) => editor.chain().focus().redo().run(),
    can: (editor) => editor.can().redo(),
  },
];

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The toolbar: one stop of the Tab key, its buttons are reached by the arrow keys. */
type ToolsProps = { editor: Tiptap; words: EditorWords; linking: boolean; link: () => void };

function Tools({ editor, words, linking, link }: ToolsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const shown = useEditorState({
    editor,
    selector: ({ editor }) => ({
      tools: tools.map(({ on, can }) => ({ on: on?.(editor), off: can ? !can(editor) : false })),
      link: editor.isActive("link"),
    }),
  });
  const move = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const last = buttons.length - 1;
    const step = steps[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? last : step && (at + step + last + 1) % (last + 1);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    buttons[next]?.focus();
  };
  const button = (place: number) => ({
    type: "button" as const,
    className:
      "inline-flex size-8 items-center justify-center rounded-sm text-ink hover:bg-sand aria-pressed:text-teal-900 aria-pressed:not-hover:bg-teal-100",
    tabIndex: at === place ? 0 : -1,
    onFocus: () => setAt(place),
    // A press leaves the selection in the text.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  });
  return (
    <div
      ref={box}
      role="toolbar"
      aria-label={words.toolbar}
      className="flex flex-wrap gap-0.5 border-b border-line p-1"
      onKeyDown={move}
    >
      {tools.map(({ name, icon, run }, place) => (
        <button
          key={name}
          {...button(place)}
          aria-label={words.tools[name]}
          title={words.tools[name]}
          aria-pressed={shown.tools[place]?.on}
          aria-disabled={shown.tools[place]?.off || undefined}
          onClick={() => run(editor)}
        >
          <Icon name={icon} />
        </button>
      ))}
      <button
        {...button(tools.length)}
        aria-label={words.tools.link}
        title={words.tools.link}
        aria-pressed={shown.link}
        aria-expanded={linking}
        onClick={link}
      >
        <Icon name="link" />
      </button>
    </div>
  );
}

/** Where the selected words lead to. */
function LinkRow({ editor, words, close }: { editor: Tiptap; words: EditorWords; close: () => void }) {
  const id = useId();
  const now: unknown = editor.getAttributes("link").href;
  const [address, setAddress] = useState(typeof now === "string" ? now : "https://");
  const [wrong, setWrong] = useState(false);
  const set = () => {
    const href = address.trim();
    if (!linkAddress.test(href)) return setWrong(true);
    const marked = editor.chain().focus().extendMarkRange("link");
    // Without selected words the address itself is written.
    if (editor.state.selection.empty && now === undefined)
      marked.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    else marked.setLink({ href }).run();
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") return set();
    editor.commands.focus();
    close();
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
      <label htmlFor={id} className="flex-[1_1_16rem] text-[0.8125rem]">
        {words.address}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the button before it
        autoFocus
        className="input"
        inputMode="url"
        data-most={longestLink}
        value={address}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={({ target }) => {
          setAddress(target.value);
          setWrong(false);
        }}
        onKeyDown={press}
      />
      <button type="button" className="d-btn" onClick={set}>
        {words.setLink}
      </button>
      {now !== undefined && (
        <button
          type="button"
          className="d-btn"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            close();
          }}
        >
          {words.removeLink}
        </button>
      )}
      {wrong && (
        <span id={`${id}-error`} className="wrong basis-full" role="alert">
          {words.wrongLink}
        </span>
      )}
    </div>
  );
}
