/** A text that tells people what to type: a paper, or a source whose comment names its command. */
interface Text {
  path: string;
  text: string;
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** `npm run <name>` of a text is a command that there is. A renamed command leaves readers with one that does nothing. */
export const commandProblems = (texts: readonly Text[], commands: ReadonlySet<string>): string[] =>
  texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].flatMap(({ 1: name = '', index }) =>
      commands.has(name)
        ? []
        : [`${path}:${lineAt(text, index)}: there is no npm run ${name} in package.json`],
    ),
  );
