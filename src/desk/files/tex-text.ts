/** Escapes a line for BibTeX, so that it contains no commands and no unbalanced braces. */
export const texLine = (line: string): string =>
  line.replaceAll(/[\\{}$&#%_~^]/g, (mark) => written[mark] ?? mark)

const written: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  $: String.raw`\$`,
  '&': String.raw`\&`,
  '#': String.raw`\#`,
  '%': String.raw`\%`,
  _: String.raw`\_`,
}

/** Unescapes such a line. */
export const plainTex = (line: string): string =>
  line.replaceAll(/\\(?:text\w+\{\}|[$&#%_])/g, (command) => read.get(command) ?? command)

const read = new Map(Object.entries(written).map(([mark, command]) => [command, mark]))
