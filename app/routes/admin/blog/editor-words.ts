import type { Say } from "#app/ui/base/say.tsx";
import type { MessageKey } from "#modules/messages/index.ts";

/** The tools of the editor, each with its name. */
const tools = {
  bold: "blog.tool.bold",
  italic: "blog.tool.italic",
  underline: "blog.tool.underline",
  strike: "blog.tool.strike",
  heading2: "blog.tool.heading2",
  heading3: "blog.tool.heading3",
  list: "common.list",
  orderedList: "blog.tool.orderedList",
  blockquote: "blog.tool.blockquote",
  code: "common.code",
  rule: "blog.tool.rule",
  undo: "blog.tool.undo",
  redo: "blog.tool.redo",
  link: "blog.tool.link",
} satisfies Record<string, MessageKey>;

export type ToolName = keyof typeof tools;

/** The texts of the editor in the language of its page, which a browser gets with it. */
export const editorWords = (say: Say) => ({
  toolbar: say("blog.tools"),
  tools: Object.fromEntries(Object.entries(tools).map(([name, key]) => [name, say(key)])) as Record<ToolName, string>,
  address: say("blog.link.address"),
  setLink: say("blog.link.set"),
  removeLink: say("blog.link.remove"),
  wrongLink: say("blog.link.wrong"),
});
export type EditorWords = ReturnType<typeof editorWords>;
