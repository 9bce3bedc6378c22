import type { Command } from "commander";

/** What may follow a command: its subcommands, its options, and the values of an option with choices. */
type Words = { path: string; next: string[] };

const visible = (commands: readonly Command[]) =>
  commands.filter((each) => !(each as unknown as { _hidden?: boolean })._hidden);

function wordsOf(command: Command, path: string): Words[] {
  const below = visible(command.commands);
  const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
  const next = [...below.map((each) => each.name()), ...options, "--help"];
  return [{ path, next }, ...below.flatMap((each) => wordsOf(each, `${path} ${each.name()}`.trim()))];
}

function choicesOf(command: Command): Words[] {
  const own = command.options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [{ path: long, next: [...argChoices] }] : [],
  );
  return [...own, ...visible(command.commands).flatMap(choicesOf)];
}

/**
 * A shell's completion of commands, options and choices, as a script that knows them all: pressing Tab starts no process.
 * Where nothing is known, file names are completed.
 */
export function completion(program: Command, shell: "bash" | "zsh"): string {
  const line = ({ path, next }: Words) => `    '${path}') words='${next.join(" ")}' ;;`;
  const choices = new Map(choicesOf(program).map((each) => [each.path, each]));
  const body = `_gharseva() {
  local word path='' words='' last="\${COMP_WORDS[COMP_CWORD-1]}" at="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    case "\${path:+$path }$word" in
${wordsOf(program, "")
  .filter(({ path }) => path)
  .map(({ path }) => `      '${path}') path='${path}' ;;`)
  .join("\n")}
    esac
  done
  case "$last" in
${[...choices.values()].map(line).join("\n")}
  esac
  [ -n "$words" ] || case "$path" in
${wordsOf(program, "").map(line).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$at"))
  return 0
}
complete -o default -F _gharseva gharseva
`;
  return shell === "bash" ? body : `autoload -U +X bashcompinit && bashcompinit\n${body}`;
}
