const MOST = 20

/** The commands that `help` lists: the first words of its lines, before what explains them. */
export function commandNames(help: string): string[] {
  return help.split('\n').flatMap((line) => /^\s*([a-z][\w:.-]*)(?:\s{2,}|\s+[-–—:<[(]|\s*$|:\s)/.exec(line)?.[1] ?? [])
}

/** Prompts with the latest first, each once. */
export const remembered = (prompts: readonly string[], latest: string): string[] =>
  [latest, ...prompts.filter((prompt) => prompt !== latest)].slice(0, MOST)
