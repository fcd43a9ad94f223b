import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sm2 } from 'sm-crypto-v2';
import { z } from 'zod';
import { errorCode, explainFileError, startupError } from './startup-error.ts';
import { writeFileAtomically } from './write-file.ts';

const key32 = z.base64url().refine((value) => Buffer.from(value, 'base64url').length === 32);

const fileSchema = z.strictObject({
  tokenSecret: key32,
  fieldKey: key32,
  uploadSecret: key32,
  sm2: z.strictObject({
    publicKey: z.string().regex(/^04[0-9a-f]{128}$/),
    privateKey: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});

export interface Secrets {
  /** signs access tokens */
  tokenSecret: Buffer;
  /** encrypts private fields at rest; losing it loses them */
  fieldKey: Buffer;
  /** signs temporary upload addresses */
  uploadSecret: Buffer;
  /** passwords travel encrypted to this key; hex */
  sm2: { publicKey: string; privateKey: string };
}

export interface OpenedSecrets {
  secrets: Secrets;
  path: string;
  /** just now, by this process: nothing can have been signed or sealed with them yet */
  made: boolean;
}

/**
 * There are no default secrets: the first start makes them. With SECRETS_FILE several servers share one file, and then
 * it must exist, because two servers with different keys would refuse each other's tokens.
 */
export async function openSecrets(dataDir: string, secretsFile?: string): Promise<OpenedSecrets> {
  const path = secretsFile ?? join(dataDir, 'secrets.json');
  const content = await readSecrets(path);
  if (content !== undefined) return { secrets: parseSecrets(content, path), path, made: false };
  if (secretsFile !== undefined) throw startupError('secretsMissing', { path });
  const made = await createSecrets(path);
  return { secrets: parseSecrets(await readFile(path, 'utf8'), path), path, made };
}

export const loadSecrets = async (dataDir: string, secretsFile?: string): Promise<Secrets> =>
  (await openSecrets(dataDir, secretsFile)).secrets;

async function readSecrets(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) throw startupError('secretsExposed', { path });
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFileError(error, path);
  }
}

function parseSecrets(content: string, path: string): Secrets {
  let parsed: z.infer<typeof fileSchema>;
  try {
    parsed = fileSchema.parse(JSON.parse(content));
  } catch {
    // without the cause: a parser's message quotes the content
    throw startupError('secretsMalformed', { path });
  }
  return {
    tokenSecret: Buffer.from(parsed.tokenSecret, 'base64url'),
    fieldKey: Buffer.from(parsed.fieldKey, 'base64url'),
    uploadSecret: Buffer.from(parsed.uploadSecret, 'base64url'),
    sm2: parsed.sm2,
  };
}

/** False when another server that started at the same moment was faster. */
async function createSecrets(path: string): Promise<boolean> {
  const newKey = () => randomBytes(32).toString('base64url');
  const { publicKey, privateKey } = sm2.generateKeyPairHex();
  const secrets: z.infer<typeof fileSchema> = {
    tokenSecret: newKey(),
    fieldKey: newKey(),
    uploadSecret: newKey(),
    sm2: { publicKey, privateKey },
  };
  const staging = `${path}.${randomBytes(4).toString('hex')}.first`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o711 });
    await writeFileAtomically(staging, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
    // a link, unlike a rename, never replaces the other one's file
    return await link(staging, path).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
        return false;
      },
    );
  } catch (error) {
    throw explainFileError(error, path);
  } finally {
    await rm(staging, { force: true });
  }
}
