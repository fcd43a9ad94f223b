import { expect, it } from 'vitest';
import { packageProblems } from '../packages.ts';

const problems = (text: string, declared: string[], reasons: Record<string, string> = {}) =>
  packageProblems([{ path: 'kit/server/a.ts', text }], new Set(declared), reasons);

it.each([
  `import { parser } from 'mqtt-packet';`,
  `import type { Packet } from 'mqtt-packet';`,
  `export { parser } from 'mqtt-packet/parser.js';`,
  `const later = () => import('mqtt-packet');`,
  `type Packet = import('mqtt-packet').Packet;`,
])('refuses a package that is not declared: %s', (text) => {
  expect(problems(text, [])).toEqual(['kit/server/a.ts:1 imports mqtt-packet, which is not declared']);
  expect(problems(text, ['mqtt-packet'])).toEqual([]);
});

it('asks for no declaration of our own files, of what Node brings and of what the build makes', () => {
  const own = ['./b.ts', '#kit/server/b.ts', 'node:fs', 'fs', 'virtual:slots/shopWays'];
  expect(problems(own.map((specifier) => `import '${specifier}';`).join('\n'), [])).toEqual([]);
});

it('refuses a declared package that nothing names, unless a reason stands beside its name', () => {
  const needless = ['jsqr is declared, and nothing imports it (or give a reason in packages.ts)'];
  expect(problems('', ['jsqr'])).toEqual(needless);
  expect(problems(`const text = 'jsqr';`, ['jsqr'])).toEqual(needless);
  expect(problems('', ['jsqr'], { jsqr: 'peer of another' })).toEqual([]);
});

it.each([
  `createRequire(import.meta.url)('@scope/font');`,
  `resolve(\`@scope/font/files/\${name}\`);`,
  `import.meta.resolve('@scope/font/index.css');`,
])('takes a package as used that is looked up: %s', (text) => {
  expect(problems(text, ['@scope/font'])).toEqual([]);
});

it('keeps types while what they describe is used', () => {
  expect(problems(`import 'ws';`, ['ws', '@types/ws'])).toEqual([]);
  expect(problems('', ['@types/ws'])).toHaveLength(1);
});

it('refuses a reason that nobody needs any more', () => {
  expect(problems(`import 'ws';`, ['ws'], { ws: 'peer', gone: 'peer' })).toEqual([
    'ws needs no reason in packages.ts: it is imported, or not declared',
    'gone needs no reason in packages.ts: it is imported, or not declared',
  ]);
});
