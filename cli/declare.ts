import type { Command } from "commander";

/** A command below another, with what every command has, and examples above its help. */
export const command = (parent: Command, name: string, description: string, examples: string[], isDefault = false) =>
  withGlobals(parent.command(name, { isDefault }).description(description)).addHelpText(
    "before",
    exampleText(examples),
  );

/** The options of every command. */
export const withGlobals = (target: Command) =>
  target
    .option("--json", "answer with one JSON value on stdout")
    .option("--no-color", "no colours (NO_COLOR is obeyed too)")
    .option("--no-input", "never ask; fail instead");

/** Examples, as help shows them. */
export const exampleText = (examples: string[]) => `Examples:\n${examples.map((line) => `  ${line}`).join("\n")}\n`;
