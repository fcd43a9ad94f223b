import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

export interface SourceFile {
  /** from the root of the checkout */
  path: string;
  text: string;
}

const folders = ['app', 'kit', 'features', 'providers', 'simulators'];

function* walk(root: string, folder: string): Generator<string> {
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) yield* walk(root, path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

export const readSources = (root: string): SourceFile[] =>
  folders
    .flatMap((folder) => [...walk(root, folder)])
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

export const isTest = (path: string) => /\.test\.tsx?$|\/test(ing)?\//.test(path);

export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Every syntax node of a file, outermost first. */
export function* nodesOf(file: SourceFile): Generator<Node> {
  const { program } = parseSync(file.path, file.text, { lang: file.path.endsWith('x') ? 'tsx' : 'ts' });
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...value.toReversed());
    else if (typeof value === 'object' && value !== null) {
      if (typeof (value as Node).type === 'string') yield value as Node;
      waiting.push(
        ...Object.values(value)
          .filter((inner) => typeof inner === 'object')
          .toReversed(),
      );
    }
  }
}

export const lineOf = (file: SourceFile, offset: number) => file.text.slice(0, offset).split('\n').length;
