import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newDigits, newSecret } from '#kit/kernel/ids.ts';
import { writeFileAtomically } from '#kit/server/write-file.ts';

const kept = z.object({
  privateKeyPem: z.string(),
  certificateSerial: z.string(),
  apiV3Key: z.string(),
  wechatMchId: z.string(),
  wechatSecret: z.string(),
  alipaySellerId: z.string(),
});

/** Who the demo is at the simulated platforms: made once, kept beside their memory. */
export type DemoMerchant = z.infer<typeof kept> & { publicKeyPem: string };

const keyBits = 2048;
const apiV3KeyCharacters = 32;

function newMerchant(): z.infer<typeof kept> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: keyBits });
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificateSerial: `5${newDigits(39)}`,
    apiV3Key: newSecret().slice(0, apiV3KeyCharacters),
    wechatMchId: `19${newDigits(8)}`,
    wechatSecret: newSecret().slice(0, apiV3KeyCharacters),
    alipaySellerId: `20881${newDigits(11)}`,
  };
}

async function recall(file: string): Promise<z.infer<typeof kept> | undefined> {
  try {
    return kept.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function loadDemoMerchant(folder: string): Promise<DemoMerchant> {
  const file = join(folder, 'merchant.json');
  let merchant = await recall(file);
  if (!merchant) {
    merchant = newMerchant();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFileAtomically(file, JSON.stringify(merchant), 0o600);
  }
  const publicKeyPem = createPublicKey(merchant.privateKeyPem).export({ type: 'spki', format: 'pem' });
  return { ...merchant, publicKeyPem: publicKeyPem.toString() };
}
