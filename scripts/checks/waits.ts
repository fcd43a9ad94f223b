import { lineOf, type Node, nodesOf, type SourceFile } from './source.ts';

const waits = /\b(waitFor|waitUntil|poll)\(/;
const waiting: Record<string, RegExp> = { vi: /^(waitFor|waitUntil)$/, expect: /^poll$/ };

const nameOf = (node: unknown) => (node as { name?: string } | undefined)?.name ?? '';

/** A wait of a test that does not say for how long takes Vitest's one second, which a busy machine takes for anything. */
export const waitProblems = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) => {
    if (!waits.test(file.text)) return [];
    return [...nodesOf(file)].flatMap((node) => {
      const callee = node.callee as Node | undefined;
      if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return [];
      const isWait = waiting[nameOf(callee.object)]?.test(nameOf(callee.property));
      const patience = (node.arguments as Node[])[1];
      // a bare number is the same on every machine
      return isWait && (!patience || patience.type === 'Literal')
        ? [`${file.path}:${lineOf(file, node.start)}: say for how long: \`soon\`, or what \`patient\` gives`]
        : [];
    });
  });
