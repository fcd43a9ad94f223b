import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { patient, slowness, slownessOf } from './speed.ts';

it('limits grow with the time that a piece of work takes, and never shrink', () => {
  expect(slownessOf(1)).toBe(1);
  expect(slownessOf(330)).toBe(3);
  expect(slownessOf(1e9)).toBe(10);
  expect(patient(1000)).toBe(Math.round(3000 * slowness));
});

it('a process goes by what the run measured before it', () => {
  const ask = `import { patient } from ${JSON.stringify(join(import.meta.dirname, 'speed.ts'))}; console.log(patient(1000));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', ask], {
    env: { ...process.env, TEST_SLOWNESS: '2.5' },
    encoding: 'utf8',
  });
  expect(answer.trim()).toBe('7500');
});
