import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sm2 } from 'sm-crypto-v2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets, openSecrets } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinyard-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the secrets', () => {
  it('are made once, for the owner only, and stay the same', async () => {
    const first = await loadSecrets(folder);
    expect(await loadSecrets(folder)).toEqual(first);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });

  it('are said to be new by the one start that made them', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => openSecrets(folder)));
    expect(starts.filter(({ made }) => made)).toHaveLength(1);
    expect(await openSecrets(folder)).toMatchObject({ made: false, path: join(folder, 'secrets.json') });
  });

  it('differ between installations and between uses', async () => {
    const first = await loadSecrets(folder);
    const second = await loadSecrets(join(folder, 'other'));
    expect(first.tokenSecret).not.toEqual(second.tokenSecret);
    expect(first.tokenSecret).not.toEqual(first.fieldKey);
    expect(first.tokenSecret).toHaveLength(32);
  });

  it('hold an SM2 pair that belongs together', async () => {
    const { publicKey, privateKey } = (await loadSecrets(folder)).sm2;
    expect(sm2.doDecrypt(sm2.doEncrypt('口令', publicKey), privateKey)).toBe('口令');
  });

  it('are the same for servers that start at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => loadSecrets(folder)));
    for (const secrets of all) expect(secrets).toEqual(all[0]);
  });

  it('are refused when others can read the file', async () => {
    await loadSecrets(folder);
    await chmod(join(folder, 'secrets.json'), 0o644);
    await expect(loadSecrets(folder)).rejects.toMatchObject({ code: 'secretsExposed' });
  });

  it('are refused when damaged, without being replaced or quoted', async () => {
    const path = join(folder, 'secrets.json');
    const content = '{"tokenSecret":"abc"}';
    await writeFile(path, content, { mode: 0o600 });
    const error = await loadSecrets(folder).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'secretsMalformed' });
    expect(String(error)).not.toContain('abc');
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('come from SECRETS_FILE, which must exist', async () => {
    const shared = join(folder, 'secrets.json');
    await expect(loadSecrets('/nonexistent', shared)).rejects.toMatchObject({ code: 'secretsMissing' });
    const made = await loadSecrets(folder);
    expect(await loadSecrets('/nonexistent', shared)).toEqual(made);
  });
});
